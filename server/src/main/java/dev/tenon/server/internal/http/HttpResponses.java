package dev.tenon.server.internal.http;

import static dev.tenon.http.HeaderNames.ACCEL_BUFFERING;
import static dev.tenon.http.HeaderNames.CACHE_CONTROL;
import static dev.tenon.http.HeaderNames.CONTENT_TYPE;
import static dev.tenon.http.HeaderNames.RETRY_AFTER;

import dev.tenon.http.MediaTypes;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.error.IncidentLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends complete HTTP responses that are not the result of a request. */
final class HttpResponses {
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

    /** The headers of a stream, which proxies must neither cache nor buffer. */
    static final Map<String, String> STREAM_HEADERS =
            Map.of(CONTENT_TYPE, MediaTypes.EVENT_STREAM, CACHE_CONTROL, "no-cache", ACCEL_BUFFERING, "no");

    private static final byte[] EMPTY = new byte[0];
    private static final String EXPOSED_HEADERS = "Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce";
    private static final Map<String, String> JSON_ONLY = Map.of(CONTENT_TYPE, MediaTypes.JSON);
    private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,8}");

    private HttpResponses() {}

    static void sendEmpty(HttpResponseWriter writer, int status, Map<String, String> headers) {
        writer.send(status, headers, EMPTY);
    }

    static void sendError(HttpResponseWriter writer, int status, RpcError error, @Nullable RequestId id) {
        writer.send(
                status, jsonHeaders(retryAfterHeaders(error)), MessageWriter.write(new Response.Failure(id, error)));
    }

    /** Logs an unexpected failure and sends its incident id. */
    static void sendIncident(HttpRequestHead head, HttpResponseWriter writer, Throwable failure) {
        String location = "an HTTP request from " + head.remoteAddress();
        sendError(writer, INTERNAL, IncidentLog.toError(IncidentLog.log(location, failure)), null);
    }

    /** Returns the headers of an error: for 429, how long to wait in seconds, from {@code data.retryAfter}. */
    static Map<String, String> retryAfterHeaders(RpcError error) {
        if (error.code() != ErrorCode.BUSY) {
            return Map.of();
        }
        Json retryAfter = error.data() == null ? null : error.data().get("retryAfter");
        String seconds = retryAfter == null ? "" : retryAfter.toString();
        return Map.of(RETRY_AFTER, SECONDS.matcher(seconds).matches() ? seconds : "1");
    }

    /** Rejects a request at the HTTP level, with an error without an id. */
    static void sendRejection(HttpResponseWriter writer, int status, String reason) {
        sendError(writer, status, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + reason), null);
    }

    /** Returns the headers of a JSON response. */
    static Map<String, String> jsonHeaders(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return JSON_ONLY;
        }
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(CONTENT_TYPE, MediaTypes.JSON);
        return all;
    }

    /** Returns the headers of the response to a preflight. They allow all request headers that the preflight names. */
    static Map<String, String> preflightHeaders(
            HttpRequestHead head, Map<String, String> corsHeaders, String allowedMethods) {
        Map<String, String> headers = new LinkedHashMap<>(corsHeaders);
        headers.put("Access-Control-Allow-Methods", allowedMethods);
        String requestedHeaders = head.header("Access-Control-Request-Headers");
        if (requestedHeaders != null) {
            headers.put("Access-Control-Allow-Headers", requestedHeaders);
        }
        return headers;
    }

    /** Returns the headers of a response to a page of an allowed origin. */
    static Map<String, String> corsHeaders(String origin) {
        return Map.of(
                "Access-Control-Allow-Origin",
                origin,
                "Vary",
                "Origin",
                "Access-Control-Expose-Headers",
                EXPOSED_HEADERS);
    }
}
