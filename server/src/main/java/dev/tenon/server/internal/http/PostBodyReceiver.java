package dev.tenon.server.internal.http;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.http.HttpBodyReceiver;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Receives the body of a POST, which contains one message or batch.
 *
 * @param consumer receives the complete body
 */
record PostBodyReceiver(MessageReader reader, AuthenticatedHttpRequest request, Consumer<byte[]> consumer)
        implements HttpBodyReceiver {
    /** Creates a receiver; returns null if the announced length is too large and the request has its response. */
    static @Nullable HttpBodyReceiver createUnlessTooLarge(
            MessageReader reader, AuthenticatedHttpRequest request, Consumer<byte[]> consumer) {
        PostBodyReceiver body = new PostBodyReceiver(reader, request, consumer);
        if (announcedLength(request.header("Content-Length")) <= body.maxBytes()) {
            return body;
        }
        body.onTooLarge();
        return null;
    }

    /** Returns the announced length, or 0 if it is missing or invalid; the container enforces the actual one. */
    private static long announcedLength(@Nullable String length) {
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
        runOrSendIncident(() -> consumer.accept(body));
    }

    @Override
    public void onTooLarge() {
        runOrSendIncident(() ->
                request.reject(HttpResponses.TOO_LARGE, reader.rejectOversized().error(), null));
    }

    @Override
    public void onOutOfMemory() {
        String problem = "Busy: too many bodies are being received (limit: maxBodyBytes); try again later";
        runOrSendIncident(() -> request.reject(HttpResponses.BUSY, new RpcError(ErrorCode.BUSY, problem), null));
    }

    /** Runs a step that responds to the request; if it fails, sends an incident. */
    private void runOrSendIncident(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(request.head(), request.responseWriter(), e);
        }
    }
}
