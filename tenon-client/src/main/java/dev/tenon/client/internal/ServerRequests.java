package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.NotApprovedException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.WireHandler;
import dev.tenon.client.internal.link.Envelope;
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
import dev.tenon.wire.HandshakeWire;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.Wire;
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
 * Requests of the server, which revisions up to 2025-11-25 have: each is answered on a thread of its own, within a bound, and
 * its handler is interrupted when the server cancels it.
 */
final class ServerRequests {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    /** What the specification shows for a user who says no. */
    private static final int REJECTED = -1;

    private final Connection connection;
    private final Crew crew;
    private final Semaphore room;
    private final Map<RequestId, Question> running = new ConcurrentHashMap<>();

    ServerRequests(Connection connection, Crew crew) {
        this.connection = connection;
        this.crew = crew;
        this.room = new Semaphore(crew.host().limits().asks());
    }

    int running() {
        return running.size();
    }

    /**
     * Answers a request, and lets the calls stand still that it may be for.
     *
     * @param exchange the call in whose HTTP exchange it came, or null where that cannot be known
     */
    void take(Request request, @Nullable RequestId exchange) {
        if (request.method().equals(Methods.PING.name())) {
            Response alive = answer(request, exchange);
            if (alive != null) {
                reply(alive);
            }
            return;
        }
        if (!room.tryAcquire()) {
            reply(failure(request, ErrorCode.BUSY, "Busy: too many questions are being answered (limit: asks)"));
            return;
        }
        Question question = new Question(request, exchange);
        if (running.putIfAbsent(request.id(), question) != null) {
            room.release();
            reply(failure(request, ErrorCode.INVALID_REQUEST, "Invalid request: this id is in use"));
            return;
        }
        try {
            crew.threads().execute(question.task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The client has been closed", e);
        }
    }

    /** Stops a handler: its answer is no longer wanted, and none is sent. */
    boolean cancel(RequestId id) {
        Question question = running.remove(id);
        if (question != null) {
            question.cancel();
        }
        return question != null;
    }

    void close() {
        running.values().forEach(Question::cancel);
    }

    /** The answer, or null when the handler was interrupted. */
    private @Nullable Response answer(Request request, @Nullable RequestId exchange) {
        try {
            return new Response.Success(request.id(), result(request, exchange));
        } catch (RpcException e) {
            return new Response.Failure(request.id(), e.error());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (Exception e) {
            return failed(request, e);
        }
    }

    private Response failed(Request request, Exception e) {
        if (e instanceof NotApprovedException) {
            return failure(request, REJECTED, "The user rejected the request");
        }
        if (e instanceof NotSupportedException) {
            return failure(request, ErrorCode.METHOD_NOT_FOUND, "Not supported by this client: " + request.method());
        }
        if (e instanceof BadAnswerException || e instanceof ParamsException) {
            return failure(request, ErrorCode.INVALID_PARAMS, "Invalid params: " + e.getMessage());
        }
        LOG.error("The handler for {} failed", request.method(), e);
        return failure(request, ErrorCode.INTERNAL_ERROR, "Internal error");
    }

    private Json result(Request request, @Nullable RequestId exchange) throws Exception {
        Agreement agreement = connection.agreementOrNull();
        // A ping may come while the handshake is under way.
        Wire wire = agreement == null ? HandshakeWire.forInitialize(null) : agreement.wire();
        Method<?, ?> method = wire.serverMethod(request.method());
        if (method == null || agreement == null && !method.equals(Methods.PING)) {
            throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "Method not found");
        }
        Params params = wire.decodeParams(method, request.params());
        WireHandler handler = crew.host().wire();
        if (handler != null && agreement != null && params instanceof InputRequest) {
            Json raw = request.params() == null ? Json.EMPTY_OBJECT : request.params();
            return handler.asked(method, raw, wire, connection.owner(exchange));
        }
        Result result = EmptyResult.EMPTY;
        if (agreement != null && params instanceof InputRequest question) {
            checkDeclared(question);
            result = crew.questions().answer(question, agreement.asker());
        }
        return wire.encodeResult(method, result);
    }

    /** A part of a capability is a wrong parameter, and a capability a method that does not exist. */
    private void checkDeclared(InputRequest question) throws RpcException {
        String missing = crew.questions().missing(question);
        if (missing != null) {
            boolean part = missing.equals("sampling.tools")
                    || missing.startsWith("elicitation.")
                            && crew.host().capabilities().elicitation() != null;
            int code = part ? ErrorCode.INVALID_PARAMS : ErrorCode.METHOD_NOT_FOUND;
            throw new RpcException(code, "Not supported by this client: " + Questions.undeclared(missing));
        }
    }

    private static Response.Failure failure(Request request, int code, String message) {
        return new Response.Failure(request.id(), new RpcError(code, message));
    }

    /** Sends an answer; a connection that is gone needs none. */
    void reply(Response response) {
        try {
            connection.send(response, Envelope.PLAIN);
        } catch (ConnectionFailedException e) {
            LOG.debug("An answer found nobody", e);
        }
    }

    /** One that is being answered. */
    private final class Question implements Runnable {
        private final Request request;
        private final @Nullable RequestId exchange;
        private final FutureTask<?> task = new FutureTask<>(this, null);
        private final AtomicBoolean begun = new AtomicBoolean();

        Question(Request request, @Nullable RequestId exchange) {
            this.request = request;
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            Runnable resume = connection.pause(exchange);
            try {
                Response response = answer(request, exchange);
                // One that was cancelled meanwhile gets no answer. The id is free before the answer is out.
                if (running.remove(request.id(), this) && response != null) {
                    reply(response);
                }
            } finally {
                resume.run();
                running.remove(request.id(), this);
                room.release();
            }
        }

        void cancel() {
            if (begun.compareAndSet(false, true)) {
                room.release();
            }
            task.cancel(true);
        }
    }
}
