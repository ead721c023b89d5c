package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpBody;
import java.util.function.Consumer;

/**
 * The body of a POST that carries one message.
 *
 * @param taker takes it when it has come wholly
 */
record MessageBody(MessageReader reader, Visit visit, Consumer<byte[]> taker) implements HttpBody {
    @Override
    public int maxBytes() {
        return reader.maxBytes();
    }

    @Override
    public void received(byte[] body) {
        try {
            taker.accept(body);
        } catch (RuntimeException | Error e) {
            HttpAnswers.incident(visit.reply(), "HTTP", e);
        }
    }

    @Override
    public void tooLarge() {
        visit.refuse(HttpAnswers.TOO_LARGE, reader.tooLarge().error(), null);
    }

    @Override
    public void noRoom() {
        visit.refuse(
                HttpAnswers.BUSY,
                new RpcError(
                        ErrorCode.BUSY,
                        "Busy: the bodies of requests that are being received fill their bound (limit: bodyBytes); try again later"),
                null);
    }
}
