package dev.tenon.http.embedded.internal;

import dev.tenon.http.LoopAnswer;
import dev.tenon.http.LoopHttp;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request and what comes in answer to it. Lives on its event loop. */
final class LoopCall {
    private static final byte[] NOTHING = new byte[0];

    private final LoopClient client;
    private final EventLoop loop;
    private final LoopHttp.Post request;
    private final LoopAnswer answer;
    private @Nullable LoopConnection connection;
    private LoopAnswer.@Nullable Head head;
    private byte[] whole = NOTHING;
    private int length;
    private @Nullable LoopBody body;
    private boolean over;

    LoopCall(LoopClient client, EventLoop loop, LoopHttp.Post request, LoopAnswer answer) {
        this.client = client;
        this.loop = loop;
        this.request = request;
        this.answer = answer;
    }

    LoopHttp.Post request() {
        return request;
    }

    /** Sends it over that connection, unless nobody wants the answer any more. */
    void send(LoopConnection ready) {
        if (over) {
            ready.close();
            return;
        }
        connection = ready;
        ready.send(this, request);
    }

    void notConnected(Throwable why) {
        if (end()) {
            answer.failed(why instanceof ConnectException known ? known : refused(why));
        }
    }

    private static ConnectException refused(Throwable why) {
        ConnectException refused = new ConnectException(String.valueOf(why.getMessage()));
        refused.initCause(why);
        return refused;
    }

    /** The head of the answer has come. */
    void head(HttpResponse response) {
        LoopAnswer.Head came =
                new LoopAnswer.Head(response.status().code(), response.headers()::getAll, () -> all(response));
        head = came;
        long announced = HttpUtil.getContentLength(response, -1L);
        if (!answer.isUsual(came) || announced > request.mostWhole()) {
            stream(came);
        } else if (announced > 0) {
            whole = new byte[(int) announced];
        }
    }

    private static Map<String, List<String>> all(HttpResponse response) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> all.put(name, response.headers().getAll(name)));
        return new HashMap<>(all);
    }

    private void stream(LoopAnswer.Head came) {
        LoopConnection from = Objects.requireNonNull(connection);
        LoopBody begun = new LoopBody(() -> loop.execute(this::readOn), this::abort);
        body = begun;
        if (length > 0) {
            from.holdBack(begun.add(Arrays.copyOf(whole, length)));
        }
        whole = NOTHING;
        answer.begun(came, begun);
    }

    private void readOn() {
        LoopConnection from = connection;
        if (!over && from != null) {
            from.holdBack(false);
        }
    }

    /** A piece of the body has come. */
    void piece(ByteBuf bytes) {
        int size = bytes.readableBytes();
        LoopAnswer.Head came = head;
        if (size == 0 || came == null) {
            return;
        }
        if (body == null && length + size > request.mostWhole()) {
            stream(came);
        }
        if (body != null) {
            byte[] piece = new byte[size];
            bytes.readBytes(piece);
            if (body.add(piece) && connection != null) {
                connection.holdBack(true);
            }
            return;
        }
        if (whole.length < length + size) {
            whole = Arrays.copyOf(whole, Math.max(length + size, 2 * whole.length));
        }
        bytes.readBytes(whole, length, size);
        length += size;
    }

    /** The answer is complete. */
    void complete(boolean reusable) {
        LoopConnection from = connection;
        LoopAnswer.Head came = head;
        if (from == null || came == null || !end()) {
            return;
        }
        from.freed(reusable);
        if (body != null) {
            body.end();
        } else {
            answer.whole(came, whole.length == length ? whole : Arrays.copyOf(whole, length));
        }
    }

    /** The connection is no more, or what came over it is no HTTP. */
    void broken(IOException why) {
        if (!end()) {
            return;
        }
        if (body != null) {
            body.broken(why);
        } else {
            answer.failed(why);
        }
    }

    /** Nobody wants the answer any more. From any thread. */
    void abort() {
        if (loop.inEventLoop()) {
            cut();
        } else if (!loop.isShuttingDown()) {
            loop.execute(this::cut);
        }
    }

    private void cut() {
        if (end() && connection != null) {
            connection.close();
        }
    }

    private boolean end() {
        if (over) {
            return false;
        }
        over = true;
        client.ended();
        return true;
    }
}
