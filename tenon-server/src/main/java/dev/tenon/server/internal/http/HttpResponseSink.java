package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.request.ResponseSink;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP answer to one request. It is plain JSON when nothing comes before the reply, and a stream of events from the
 * moment that something does.
 */
final class HttpResponseSink implements ResponseSink {
    private final HttpResponseWriter reply;
    private final Function<Set<String>, RequestAuthenticator.AccessDenial> denialFactory;
    private final Supplier<SseMessageStream> streamFactory;
    private final IntUnaryOperator statusOfError;
    private final boolean emptyStreamWhenAbandoned;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable SseMessageStream stream;

    @GuardedBy("lock") private boolean completed;

    private volatile RequestAuthenticator.@Nullable AccessDenial forbidden;

    /**
     * An answer that has not begun.
     *
     * @param challenger what one is told who lacks some of these scopes
     * @param opener makes a stream of it
     * @param statusOfError the status for a plain answer with that JSON-RPC error code
     * @param abandonsAsStream whether an answer that never comes is an empty stream, as sessions have it
     */
    HttpResponseSink(
            HttpResponseWriter reply,
            Function<Set<String>, RequestAuthenticator.AccessDenial> challenger,
            Supplier<SseMessageStream> opener,
            IntUnaryOperator statusOfError,
            boolean abandonsAsStream) {
        this.reply = reply;
        this.denialFactory = challenger;
        this.streamFactory = opener;
        this.statusOfError = statusOfError;
        this.emptyStreamWhenAbandoned = abandonsAsStream;
    }

    @Override
    public void send(JsonRpcMessage message) {
        SseMessageStream target = openStream();
        if (target != null) {
            target.send(MessageWriter.write(message));
        }
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        SseMessageStream target = openStream();
        return target == null || target.trySend(MessageWriter.write(notification));
    }

    @Override
    public void onWritable(Runnable action) {
        SseMessageStream target = openStream();
        if (target != null) {
            target.onWritable(action);
        }
    }

    /** The stream that the answer becomes; null when it has been given. */
    private @Nullable SseMessageStream openStream() {
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
        forbidden = denialFactory.apply(needed);
    }

    @Override
    public void sendResponse(Response response) {
        RequestAuthenticator.AccessDenial refused = forbidden;
        if (refused != null) {
            sendResponse(refused.status(), refused.headers(), MessageWriter.write(response));
            return;
        }
        if (response instanceof Response.Failure failure) {
            int status = statusOfError.applyAsInt(failure.error().code());
            // A status of 200 means that the error is an answer like any other.
            Map<String, String> headers =
                    status == HttpResponses.OK ? Map.of() : HttpResponses.errorHeaders(failure.error());
            sendResponse(status, headers, MessageWriter.write(response));
        } else {
            sendResponse(HttpResponses.OK, MessageWriter.write(response));
        }
    }

    /** Sends the reply, a message or a batch of them. */
    void sendResponse(int status, byte[] body) {
        sendResponse(status, Map.of(), body);
    }

    private void sendResponse(int status, Map<String, String> headers, byte[] body) {
        SseMessageStream target = markCompleted();
        if (target == null) {
            reply.send(status, HttpResponses.jsonHeaders(headers), body);
        } else {
            target.enqueue(body);
            target.finish();
        }
    }

    @Override
    public void abandon() {
        SseMessageStream target = markCompleted();
        if (target != null) {
            target.finish();
        } else if (emptyStreamWhenAbandoned) {
            streamFactory.get().finish();
        } else {
            reply.send(HttpResponses.UNAVAILABLE, Map.of(), new byte[0]);
        }
    }

    /** From here on nothing else is sent; the stream, if the answer has become one. */
    private @Nullable SseMessageStream markCompleted() {
        lock.lock();
        try {
            if (completed) {
                throw new IllegalStateException("A request is answered once");
            }
            completed = true;
            return stream;
        } finally {
            lock.unlock();
        }
    }
}
