package dev.tenon.client.internal.link;

import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Methods;
import dev.tenon.wire.KnownMethods;
import java.util.Map;

/**
 * An HTTP request, without what every request to the target has.
 *
 * @param headers beyond those of the target and its credentials, and stronger than they
 * @param bytes the body; empty for none
 * @param repeatable whether the server may carry it out twice
 */
record Outgoing(String method, Map<String, String> headers, byte[] bytes, boolean repeatable) {
    private static final byte[] NO_BODY = new byte[0];

    static Outgoing post(Map<String, String> headers, byte[] body, boolean repeatable) {
        return new Outgoing("POST", headers, body, repeatable);
    }

    /** Whether a server may carry out a request twice where its caller does not say: a tool says that itself. */
    static boolean isRepeatable(Request request) {
        return !request.method().equals(Methods.CALL_TOOL.name()) && KnownMethods.isRequestOfClient(request.method());
    }

    static Outgoing get(Map<String, String> headers) {
        return new Outgoing("GET", headers, NO_BODY, true);
    }

    static Outgoing delete(Map<String, String> headers) {
        return new Outgoing("DELETE", headers, NO_BODY, true);
    }

    /** Whether a redirect or a refusal is answered by another request. The end of a session needs no login. */
    boolean follows() {
        return !method.equals("DELETE");
    }
}
