package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whole HTTP answers that are not the result of a request. */
final class HttpAnswers {
    static final int OK = 200;
    static final int ACCEPTED = 202;
    static final int NO_CONTENT = 204;
    static final int BAD_REQUEST = 400;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int NOT_ACCEPTABLE = 406;
    static final int TOO_LARGE = 413;
    static final int WRONG_TYPE = 415;
    static final int BUSY = 429;
    static final int INTERNAL = 500;
    static final int UNAVAILABLE = 503;

    private static final byte[] EMPTY = new byte[0];
    private static final Map<String, String> JSON_ONLY = Map.of(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
    private static final Pattern WHOLE = Pattern.compile("[1-9][0-9]{0,8}");

    private HttpAnswers() {}

    static void empty(HttpReply reply, int status) {
        reply.send(status, Map.of(), EMPTY);
    }

    static void empty(HttpReply reply, int status, Map<String, String> headers) {
        reply.send(status, headers, EMPTY);
    }

    static void error(HttpReply reply, int status, RpcError error, @Nullable RequestId id) {
        reply.send(status, json(headers(error)), MessageWriter.write(new Response.Failure(id, error)));
    }

    /** Something has failed that must not: the peer learns that, and nothing else. */
    static void incident(HttpHead head, HttpReply reply, Throwable failure) {
        String where = "an HTTP request from " + head.remoteAddress();
        error(reply, INTERNAL, Incidents.error(Incidents.log(where, failure)), null);
    }

    /** The headers that go with an error: how long to wait, in seconds, for one that says {@code data.retryAfter}. */
    static Map<String, String> headers(RpcError error) {
        if (error.code() != ErrorCode.BUSY) {
            return Map.of();
        }
        Json after = error.data() == null ? null : error.data().get("retryAfter");
        String seconds = after == null ? "" : after.toString();
        return Map.of(HeaderNames.RETRY_AFTER, WHOLE.matcher(seconds).matches() ? seconds : "1");
    }

    /** A refusal at the level of HTTP, explained by an error without an id. */
    static void refusal(HttpReply reply, int status, String reason) {
        error(reply, status, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + reason), null);
    }

    /** The headers of an answer in JSON. */
    static Map<String, String> json(Map<String, String> headers) {
        return headers.isEmpty() ? JSON_ONLY : with(headers, MediaTypes.JSON);
    }

    private static Map<String, String> with(Map<String, String> headers, String contentType) {
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
