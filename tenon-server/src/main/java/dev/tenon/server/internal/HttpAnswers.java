package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpReply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whole HTTP answers that are not the result of a request. */
final class HttpAnswers {
    private static final byte[] EMPTY = new byte[0];

    private HttpAnswers() {}

    static void empty(HttpReply reply, int status) {
        reply.send(status, Map.of(), EMPTY);
    }

    static void empty(HttpReply reply, int status, Map<String, String> headers) {
        reply.send(status, headers, EMPTY);
    }

    static void error(HttpReply reply, int status, RpcError error, @Nullable RequestId id) {
        Map<String, String> headers = error.code() == ErrorCode.BUSY ? Map.of(HeaderNames.RETRY_AFTER, "1") : Map.of();
        reply.send(status, with(headers, MediaTypes.JSON), MessageWriter.write(new Response.Failure(id, error)));
    }

    /** A refusal at the level of HTTP, explained by an error without an id. */
    static void refusal(HttpReply reply, int status, String reason) {
        error(reply, status, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + reason), null);
    }

    static Map<String, String> with(Map<String, String> headers, String contentType) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(HeaderNames.CONTENT_TYPE, contentType);
        return all;
    }

    /** The headers of a stream: nobody on the way may keep or gather it. */
    static Map<String, String> streaming(Map<String, String> headers) {
        Map<String, String> all = with(headers, MediaTypes.EVENT_STREAM);
        all.put(HeaderNames.CACHE_CONTROL, "no-cache");
        all.put(HeaderNames.ACCEL_BUFFERING, "no");
        return all;
    }
}
