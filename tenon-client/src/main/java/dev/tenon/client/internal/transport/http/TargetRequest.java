package dev.tenon.client.internal.transport.http;

import dev.tenon.codec.KnownMethods;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Methods;
import java.util.Map;

/**
 * An HTTP request, without what every request to the target has.
 *
 * @param headers beyond those of the target and its credentials, and stronger than they
 * @param body the body; empty for none
 * @param repeatable whether the server may carry it out twice
 */
public record TargetRequest(String method, Map<String, String> headers, byte[] body, boolean repeatable) {
    private static final byte[] NO_BODY = new byte[0];

    public static TargetRequest post(Map<String, String> headers, byte[] body, boolean repeatable) {
        return new TargetRequest("POST", headers, body, repeatable);
    }

    /** Whether a server may carry out a request twice where its caller does not say: a tool says that itself. */
    public static boolean isRepeatable(Request request) {
        return !request.method().equals(Methods.CALL_TOOL.name()) && KnownMethods.isClientRequest(request.method());
    }

    public static TargetRequest get(Map<String, String> headers) {
        return new TargetRequest("GET", headers, NO_BODY, true);
    }

    public static TargetRequest delete(Map<String, String> headers) {
        return new TargetRequest("DELETE", headers, NO_BODY, true);
    }

    /** Whether a redirect or a refusal is answered by another request. The end of a session needs no login. */
    boolean canFollowUp() {
        return !method.equals("DELETE");
    }
}
