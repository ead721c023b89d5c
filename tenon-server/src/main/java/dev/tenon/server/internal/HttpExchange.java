package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpReply;
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
final class HttpExchange implements Exchange {
    private final HttpReply reply;
    private final Function<Set<String>, Authenticator.Refused> challenger;
    private final Supplier<MessageStream> opener;
    private final IntUnaryOperator statusOfError;
    private final boolean abandonsAsStream;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable MessageStream stream;

    @GuardedBy("lock") private boolean done;

    private volatile Authenticator.@Nullable Refused forbidden;

    /**
     * An answer that has not begun.
     *
     * @param challenger what one is told who lacks some of these scopes
     * @param opener makes a stream of it
     * @param statusOfError the status for a plain answer with that JSON-RPC error code
     * @param abandonsAsStream whether an answer that never comes is an empty stream, as sessions have it
     */
    HttpExchange(
            HttpReply reply,
            Function<Set<String>, Authenticator.Refused> challenger,
            Supplier<MessageStream> opener,
            IntUnaryOperator statusOfError,
            boolean abandonsAsStream) {
        this.reply = reply;
        this.challenger = challenger;
        this.opener = opener;
        this.statusOfError = statusOfError;
        this.abandonsAsStream = abandonsAsStream;
    }

    @Override
    public void send(Message message) {
        MessageStream target = stream();
        if (target != null) {
            target.send(MessageWriter.write(message));
        }
    }

    @Override
    public boolean tryNotify(Notification notification) {
        MessageStream target = stream();
        return target == null || target.trySend(MessageWriter.write(notification));
    }

    @Override
    public void onWritable(Runnable action) {
        MessageStream target = stream();
        if (target != null) {
            target.onWritable(action);
        }
    }

    /** The stream that the answer becomes; null when it has been given. */
    private @Nullable MessageStream stream() {
        lock.lock();
        try {
            if (stream == null && !done) {
                stream = opener.get();
            }
            return done ? null : stream;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void forbid(Set<String> needed) {
        forbidden = challenger.apply(needed);
    }

    @Override
    public void reply(Response response) {
        Authenticator.Refused refused = forbidden;
        if (refused != null) {
            reply(refused.status(), refused.headers(), MessageWriter.write(response));
            return;
        }
        if (response instanceof Response.Failure failure) {
            int status = statusOfError.applyAsInt(failure.error().code());
            // A status of 200 means that the error is an answer like any other.
            Map<String, String> headers = status == HttpAnswers.OK ? Map.of() : HttpAnswers.headers(failure.error());
            reply(status, headers, MessageWriter.write(response));
        } else {
            reply(HttpAnswers.OK, MessageWriter.write(response));
        }
    }

    /** Sends the reply, a message or a batch of them. */
    void reply(int status, byte[] body) {
        reply(status, Map.of(), body);
    }

    private void reply(int status, Map<String, String> headers, byte[] body) {
        MessageStream target = finish();
        if (target == null) {
            reply.send(status, HttpAnswers.json(headers), body);
        } else {
            target.enqueue(body);
            target.finish();
        }
    }

    @Override
    public void abandon() {
        MessageStream target = finish();
        if (target != null) {
            target.finish();
        } else if (abandonsAsStream) {
            opener.get().finish();
        } else {
            reply.send(HttpAnswers.UNAVAILABLE, Map.of(), new byte[0]);
        }
    }

    /** From here on nothing else is sent; the stream, if the answer has become one. */
    private @Nullable MessageStream finish() {
        lock.lock();
        try {
            if (done) {
                throw new IllegalStateException("A request is answered once");
            }
            done = true;
            return stream;
        } finally {
            lock.unlock();
        }
    }
}
