package dev.tenon.client.internal.transport.http;

import dev.tenon.codec.KnownMethods;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Methods;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP request, without the configured headers and the credentials of its target.
 *
 * @param headers override those of the target and its credentials, except {@code User-Agent}
 * @param body the body; empty for none
 * @param repeatable whether the server may execute it twice
 */
public record TargetRequest(String method, Map<String, String> headers, byte[] body, boolean repeatable) {
    private static final String USER_AGENT = "tenon";

    /** The headers of a request that sends one message. */
    public static final Map<String, String> MESSAGE_HEADERS = Map.of(
            HeaderNames.USER_AGENT,
            USER_AGENT,
            HeaderNames.CONTENT_TYPE,
            MediaTypes.JSON,
            HeaderNames.ACCEPT,
            MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);

    private static final byte[] NO_BODY = new byte[0];

    public static TargetRequest post(Map<String, String> headers, byte[] body, boolean repeatable) {
        return new TargetRequest("POST", headers, body, repeatable);
    }

    /**
     * Returns whether a server may execute a request twice if the caller does not specify it; for tool calls the tool
     * specifies that.
     */
    public static boolean isRepeatable(Request request) {
        return !request.method().equals(Methods.CALL_TOOL.name()) && KnownMethods.isClientRequest(request.method());
    }

    /** Returns a request for an event stream, with these headers and {@code Accept}. */
    public static TargetRequest get(Map<String, String> headers) {
        Map<String, String> all = withUserAgent(headers);
        all.put(HeaderNames.ACCEPT, MediaTypes.EVENT_STREAM);
        return new TargetRequest("GET", all, NO_BODY, true);
    }

    public static TargetRequest delete(Map<String, String> headers) {
        return new TargetRequest("DELETE", withUserAgent(headers), NO_BODY, true);
    }

    private static Map<String, String> withUserAgent(Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(HeaderNames.USER_AGENT, USER_AGENT);
        return all;
    }

    /** Returns all headers, with those of the target and its credentials, which may include {@code User-Agent}. */
    Map<String, String> headersWith(Map<String, String> credentialHeaders) {
        if (credentialHeaders.isEmpty()) {
            return headers;
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(credentialHeaders);
        String userAgent = all.getOrDefault(HeaderNames.USER_AGENT, USER_AGENT);
        all.putAll(headers);
        all.put(HeaderNames.USER_AGENT, userAgent);
        return all;
    }

    /** Returns whether redirects and rejections are followed by another request. Ending a session needs no login. */
    boolean canRedirectOrReauthenticate() {
        return !method.equals("DELETE");
    }
}
