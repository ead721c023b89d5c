package dev.tenon.client.internal.connection;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.internal.inbound.InputRequestHandler;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.concurrent.FatalErrors;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Executes requests of the server, which revisions up to 2025-11-25 have. Each runs on its own thread, within a limit,
 * and is interrupted when the server cancels it.
 */
final class ServerRequestExecutor {
    /** The error code that the specification shows for a rejection by the user. */
    private static final int USER_REJECTED_CODE = -1;

    private final McpConnection connection;
    private final ClientContext context;
    private final Semaphore permits;
    private final Map<RequestId, ServerRequestTask> running = new ConcurrentHashMap<>();

    ServerRequestExecutor(McpConnection connection, ClientContext context) {
        this.connection = connection;
        this.context = context;
        this.permits = new Semaphore(context.limits().serverRequests());
    }

    int runningCount() {
        return running.size();
    }

    /**
     * Executes a request and sends the response; pauses the calls that the request may belong to.
     *
     * @param exchange the call in whose HTTP exchange the request arrived, or null if unknown
     */
    void execute(Request request, @Nullable RequestId exchange) {
        if (request.method().equals(Methods.PING.name())) {
            Response pong = handleAndCreateResponse(request, exchange);
            if (pong != null) {
                sendResponse(pong);
            }
            return;
        }
        if (!permits.tryAcquire()) {
            sendResponse(failureResponse(
                    request, ErrorCode.BUSY, "Busy: too many requests are being handled (limit: serverRequests)"));
            return;
        }
        ServerRequestTask serverRequest = new ServerRequestTask(request, exchange);
        if (running.putIfAbsent(request.id(), serverRequest) != null) {
            permits.release();
            sendResponse(failureResponse(request, ErrorCode.INVALID_REQUEST, "Invalid request: this id is in use"));
            return;
        }
        context.executeUnlessClosed(serverRequest.task);
    }

    /** Interrupts the handler of a request; no response is sent. */
    boolean cancel(RequestId id) {
        ServerRequestTask serverRequest = running.remove(id);
        if (serverRequest != null) {
            serverRequest.cancel();
        }
        return serverRequest != null;
    }

    void close() {
        running.values().forEach(ServerRequestTask::cancel);
    }

    /** Executes a request; returns null if the handler was interrupted. */
    private @Nullable Response handleAndCreateResponse(Request request, @Nullable RequestId exchange) {
        try {
            return new Response.Success(request.id(), handleRequest(request, exchange));
        } catch (RpcException e) {
            return new Response.Failure(request.id(), e.error());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (Exception | Error e) {
            FatalErrors.rethrowIfFatal(e);
            return failureOf(request, e);
        }
    }

    private Response failureOf(Request request, Throwable e) {
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
        NegotiatedProtocol protocol = connection.protocolOrNull();
        // A ping may arrive during the handshake.
        ProtocolCodec codec = protocol == null ? HandshakeCodec.forInitialize(null) : protocol.codec();
        Method<?, ?> method = codec.findServerMethod(request.method());
        if (method == null || protocol == null && !method.equals(Methods.PING)) {
            throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Method not found");
        }
        Params params = codec.decodeParams(method, request.params());
        var handler = context.config().rawHandler();
        if (handler != null && protocol != null && params instanceof InputRequest) {
            Json raw = request.params() == null ? Json.EMPTY_OBJECT : request.params();
            return handler.handleRequest(method, raw, codec, connection.owner(exchange));
        }
        Result result = EmptyResult.EMPTY;
        if (protocol != null && params instanceof InputRequest serverRequest) {
            checkCapabilityDeclared(serverRequest);
            result = context.inputRequests().handle(serverRequest, protocol.requestingServer());
        }
        return codec.encodeResult(method, result);
    }

    /**
     * Checks that the client declared the capability. A missing sub-capability is an invalid param, a missing
     * capability an unknown method.
     */
    private void checkCapabilityDeclared(InputRequest serverRequest) throws RpcException {
        String missing = context.inputRequests().missingCapability(serverRequest);
        if (missing != null) {
            boolean isSubCapability = missing.equals("sampling.tools")
                    || missing.startsWith("elicitation.")
                            && context.config().capabilities().elicitation() != null;
            int code = isSubCapability ? ErrorCode.INVALID_PARAMS : ErrorCode.METHOD_NOT_FOUND;
            throw new RpcException(
                    code, "Not supported by this client: " + InputRequestHandler.undeclaredMessage(missing));
        }
    }

    private static Response.Failure failureResponse(Request request, int code, String message) {
        return new Response.Failure(request.id(), new RpcError(code, message));
    }

    /** Sends a response; has no effect if the connection is closed. */
    void sendResponse(Response response) {
        try {
            connection.send(response, MirroredHeaders.NONE);
        } catch (ConnectionFailedException e) {
            LOG.debug("A response could not be sent: the connection is closed", e);
        }
    }

    /** A request that is being executed. */
    private final class ServerRequestTask implements Runnable {
        private final Request request;
        private final @Nullable RequestId exchange;
        private final FutureTask<?> task = new FutureTask<>(this, null);
        private final AtomicBoolean started = new AtomicBoolean();

        ServerRequestTask(Request request, @Nullable RequestId exchange) {
            this.request = request;
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (!started.compareAndSet(false, true)) {
                return;
            }
            Runnable resume = connection.pauseDeadlines(exchange);
            try {
                Response response = handleAndCreateResponse(request, exchange);
                // A cancelled request gets no response. The id is released before the response is sent.
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
            if (started.compareAndSet(false, true)) {
                permits.release();
            }
            task.cancel(true);
        }
    }
}
