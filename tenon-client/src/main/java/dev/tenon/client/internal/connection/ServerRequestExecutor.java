package dev.tenon.client.internal.connection;

import dev.tenon.client.RawHandler;
import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.internal.inbound.InputRequestHandler;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests of the server, which revisions up to 2025-11-25 have: each is answered on a thread of its own, within a
 * bound, and its handler is interrupted when the server cancels it.
 */
final class ServerRequestExecutor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    /** What the specification shows for a user who says no. */
    private static final int USER_REJECTED_CODE = -1;

    private final McpConnection connection;
    private final ClientContext crew;
    private final Semaphore permits;
    private final Map<RequestId, ServerRequestTask> running = new ConcurrentHashMap<>();

    ServerRequestExecutor(McpConnection connection, ClientContext crew) {
        this.connection = connection;
        this.crew = crew;
        this.permits = new Semaphore(crew.config().limits().serverRequests());
    }

    int runningCount() {
        return running.size();
    }

    /**
     * Answers a request, and lets the calls stand still that it may be for.
     *
     * @param exchange the call in whose HTTP exchange it came, or null where that cannot be known
     */
    void execute(Request request, @Nullable RequestId exchange) {
        if (request.method().equals(Methods.PING.name())) {
            Response alive = createResponse(request, exchange);
            if (alive != null) {
                sendResponse(alive);
            }
            return;
        }
        if (!permits.tryAcquire()) {
            sendResponse(failureResponse(
                    request, ErrorCode.BUSY, "Busy: too many questions are being answered (limit: asks)"));
            return;
        }
        ServerRequestTask question = new ServerRequestTask(request, exchange);
        if (running.putIfAbsent(request.id(), question) != null) {
            permits.release();
            sendResponse(failureResponse(request, ErrorCode.INVALID_REQUEST, "Invalid request: this id is in use"));
            return;
        }
        try {
            crew.executor().execute(question.task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The client has been closed", e);
        }
    }

    /** Stops a handler: its answer is no longer wanted, and none is sent. */
    boolean cancel(RequestId id) {
        ServerRequestTask question = running.remove(id);
        if (question != null) {
            question.cancel();
        }
        return question != null;
    }

    void close() {
        running.values().forEach(ServerRequestTask::cancel);
    }

    /** The answer, or null when the handler was interrupted. */
    private @Nullable Response createResponse(Request request, @Nullable RequestId exchange) {
        try {
            return new Response.Success(request.id(), handleRequest(request, exchange));
        } catch (RpcException e) {
            return new Response.Failure(request.id(), e.error());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (Exception e) {
            return failureOf(request, e);
        }
    }

    private Response failureOf(Request request, Exception e) {
        if (e instanceof ApprovalDeniedException) {
            return failureResponse(request, USER_REJECTED_CODE, "The user rejected the request");
        }
        if (e instanceof NotSupportedException) {
            return failureResponse(
                    request, ErrorCode.METHOD_NOT_FOUND, "Not supported by this client: " + request.method());
        }
        if (e instanceof InvalidResponseException || e instanceof ParamsException) {
            return failureResponse(request, ErrorCode.INVALID_PARAMS, "Invalid params: " + e.getMessage());
        }
        LOG.error("The handler for {} failed", request.method(), e);
        return failureResponse(request, ErrorCode.INTERNAL_ERROR, "Internal error");
    }

    private Json handleRequest(Request request, @Nullable RequestId exchange) throws Exception {
        NegotiatedProtocol agreement = connection.protocolOrNull();
        // A ping may come while the handshake is under way.
        ProtocolCodec wire = agreement == null ? HandshakeCodec.forInitialize(null) : agreement.codec();
        Method<?, ?> method = wire.findServerMethod(request.method());
        if (method == null || agreement == null && !method.equals(Methods.PING)) {
            throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Method not found");
        }
        Params params = wire.decodeParams(method, request.params());
        RawHandler handler = crew.config().rawHandler();
        if (handler != null && agreement != null && params instanceof InputRequest) {
            Json raw = request.params() == null ? Json.EMPTY_OBJECT : request.params();
            return handler.handleRequest(method, raw, wire, connection.owner(exchange));
        }
        Result result = EmptyResult.EMPTY;
        if (agreement != null && params instanceof InputRequest question) {
            checkCapabilityDeclared(question);
            result = crew.inputRequests().handle(question, agreement.requestingServer());
        }
        return wire.encodeResult(method, result);
    }

    /** A part of a capability is a wrong parameter, and a capability a method that does not exist. */
    private void checkCapabilityDeclared(InputRequest question) throws RpcException {
        String missing = crew.inputRequests().missingCapability(question);
        if (missing != null) {
            boolean part = missing.equals("sampling.tools")
                    || missing.startsWith("elicitation.")
                            && crew.config().capabilities().elicitation() != null;
            int code = part ? ErrorCode.INVALID_PARAMS : ErrorCode.METHOD_NOT_FOUND;
            throw new RpcException(
                    code, "Not supported by this client: " + InputRequestHandler.undeclaredMessage(missing));
        }
    }

    private static Response.Failure failureResponse(Request request, int code, String message) {
        return new Response.Failure(request.id(), new RpcError(code, message));
    }

    /** Sends an answer; a connection that is gone needs none. */
    void sendResponse(Response response) {
        try {
            connection.send(response, MirroredHeaders.NONE);
        } catch (ConnectionFailedException e) {
            LOG.debug("An answer found nobody", e);
        }
    }

    /** One that is being answered. */
    private final class ServerRequestTask implements Runnable {
        private final Request request;
        private final @Nullable RequestId exchange;
        private final FutureTask<?> task = new FutureTask<>(this, null);
        private final AtomicBoolean begun = new AtomicBoolean();

        ServerRequestTask(Request request, @Nullable RequestId exchange) {
            this.request = request;
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            Runnable resume = connection.pauseDeadlines(exchange);
            try {
                Response response = createResponse(request, exchange);
                // One that was cancelled meanwhile gets no answer. The id is free before the answer is out.
                if (running.remove(request.id(), this) && response != null) {
                    sendResponse(response);
                }
            } finally {
                resume.run();
                running.remove(request.id(), this);
                permits.release();
            }
        }

        void cancel() {
            if (begun.compareAndSet(false, true)) {
                permits.release();
            }
            task.cancel(true);
        }
    }
}
