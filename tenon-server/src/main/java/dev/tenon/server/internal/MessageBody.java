package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpBody;
import dev.tenon.server.HttpHead;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a POST that carries one message.
 *
 * @param taker takes it when it has come wholly
 */
record MessageBody(MessageReader reader, Visit visit, Consumer<byte[]> taker) implements HttpBody {
    /** Takes a body; null when the head announces one that is too large, which has been answered. */
    static @Nullable HttpBody of(MessageReader reader, Visit visit, Consumer<byte[]> taker) {
        MessageBody body = new MessageBody(reader, visit, taker);
        if (announced(visit.head()) <= body.maxBytes()) {
            return body;
        }
        body.tooLarge();
        return null;
    }

    /** The container has checked it; whatever it let pass is no promise that anything depends on. */
    private static long announced(HttpHead head) {
        String length = head.header("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public int maxBytes() {
        return reader.maxBytes();
    }

    @Override
    public void received(byte[] body) {
        answered(() -> taker.accept(body));
    }

    @Override
    public void tooLarge() {
        answered(() -> visit.refuse(HttpAnswers.TOO_LARGE, reader.tooLarge().error(), null));
    }

    @Override
    public void noRoom() {
        answered(() -> visit.refuse(
                HttpAnswers.BUSY,
                new RpcError(
                        ErrorCode.BUSY,
                        "Busy: the bodies of requests that are being received fill their bound (limit: bodyBytes); try again later"),
                null));
    }

    /** Does what answers the request, and answers it if that fails. */
    private void answered(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            HttpAnswers.incident(visit.head(), visit.reply(), e);
        }
    }
}
