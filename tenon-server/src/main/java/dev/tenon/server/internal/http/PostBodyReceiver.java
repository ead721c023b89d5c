package dev.tenon.server.internal.http;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpRequestHead;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a POST that carries one message.
 *
 * @param consumer takes it when it has come wholly
 */
record PostBodyReceiver(MessageReader reader, HttpRequestContext request, Consumer<byte[]> consumer)
        implements HttpBodyReceiver {
    /** Takes a body; null when the head announces one that is too large, which has been answered. */
    static @Nullable HttpBodyReceiver createUnlessTooLarge(
            MessageReader reader, HttpRequestContext visit, Consumer<byte[]> taker) {
        PostBodyReceiver body = new PostBodyReceiver(reader, visit, taker);
        if (announcedLength(visit.head()) <= body.maxBytes()) {
            return body;
        }
        body.onTooLarge();
        return null;
    }

    /** The container has checked it; whatever it let pass is no promise that anything depends on. */
    private static long announcedLength(HttpRequestHead head) {
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
    public void onBody(byte[] body) {
        runOrRespond(() -> consumer.accept(body));
    }

    @Override
    public void onTooLarge() {
        runOrRespond(() ->
                request.reject(HttpResponses.TOO_LARGE, reader.rejectOversized().error(), null));
    }

    @Override
    public void onOutOfMemory() {
        runOrRespond(() -> request.reject(
                HttpResponses.BUSY,
                new RpcError(
                        ErrorCode.BUSY,
                        "Busy: the bodies of requests that are being received fill their bound (limit: bodyBytes); try again later"),
                null));
    }

    /** Does what answers the request, and answers it if that fails. */
    private void runOrRespond(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(request.head(), request.reply(), e);
        }
    }
}
