package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.request.ResponseSink;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response to one request. It is plain JSON if no message precedes the JSON-RPC response, and becomes an event
 * stream with the first other message.
 */
final class HttpResponseSink implements ResponseSink {
    private final AuthenticatedHttpRequest request;
    private final Supplier<SseMessageStream> streamFactory;
    private final IntUnaryOperator statusOfError;
    private final boolean emptyStreamWhenAbandoned;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable SseMessageStream stream;

    @GuardedBy("lock") private boolean completed;

    private volatile RequestAuthenticator.@Nullable AccessDenial forbidden;

    /**
     * Creates a response that has not started.
     *
     * @param streamFactory turns the response into a stream
     * @param statusOfError the HTTP status of a plain response with this JSON-RPC error code
     * @param emptyStreamWhenAbandoned whether an abandoned request gets an empty stream, as in sessions
     */
    HttpResponseSink(
            AuthenticatedHttpRequest request,
            Supplier<SseMessageStream> streamFactory,
            IntUnaryOperator statusOfError,
            boolean emptyStreamWhenAbandoned) {
        this.request = request;
        this.streamFactory = streamFactory;
        this.statusOfError = statusOfError;
        this.emptyStreamWhenAbandoned = emptyStreamWhenAbandoned;
    }

    @Override
    public void send(JsonRpcMessage message) {
        SseMessageStream target = getOrOpenStream();
        if (target != null) {
            target.send(MessageWriter.write(message));
        }
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        SseMessageStream target = getOrOpenStream();
        return target == null || target.trySend(MessageWriter.write(notification));
    }

    @Override
    public void onWritable(Runnable action) {
        SseMessageStream target = getOrOpenStream();
        if (target != null) {
            target.onWritable(action);
        }
    }

    /** Returns the stream that the response becomes; null if the response is complete. */
    private @Nullable SseMessageStream getOrOpenStream() {
        lock.lock();
        try {
            if (stream == null && !completed) {
                stream = streamFactory.get();
            }
            return completed ? null : stream;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void markForbidden(Set<String> needed) {
        forbidden = request.createAccessDenial(needed);
    }

    @Override
    public void sendResponse(Response response) {
        RequestAuthenticator.AccessDenial denial = forbidden;
        if (denial != null) {
            sendResponse(denial.status(), denial.headers(), MessageWriter.write(response));
        } else if (response instanceof Response.Failure failure) {
            int status = statusOfError.applyAsInt(failure.error().code());
            // With status 200, the error is an ordinary response.
            Map<String, String> headers =
                    status == HttpResponses.OK ? Map.of() : HttpResponses.retryAfterHeaders(failure.error());
            sendResponse(status, headers, MessageWriter.write(response));
        } else {
            sendResponse(HttpResponses.OK, Map.of(), MessageWriter.write(response));
        }
    }

    /** Sends the response: a message or a batch. */
    void sendResponse(int status, Map<String, String> headers, byte[] body) {
        SseMessageStream target = markCompletedAndGetStream();
        if (target == null) {
            request.responseWriter().send(status, HttpResponses.jsonHeaders(headers), body);
        } else {
            target.enqueueEvenIfFull(body);
            target.finish();
        }
    }

    @Override
    public void abandon() {
        SseMessageStream target = markCompletedAndGetStream();
        if (target != null) {
            target.finish();
        } else if (emptyStreamWhenAbandoned) {
            streamFactory.get().finish();
        } else {
            request.sendEmpty(HttpResponses.UNAVAILABLE);
        }
    }

    /** Marks the response as complete and returns its stream, or null. */
    private @Nullable SseMessageStream markCompletedAndGetStream() {
        lock.lock();
        try {
            if (completed) {
                throw new IllegalStateException("The response was already sent");
            }
            completed = true;
            return stream;
        } finally {
            lock.unlock();
        }
    }
}
