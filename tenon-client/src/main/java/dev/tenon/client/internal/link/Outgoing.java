package dev.tenon.client.internal.link;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request, without what every request to the target has.
 *
 * @param headers beyond those of the target and its credentials, and stronger than they
 * @param bytes the body, or null for none
 */
record Outgoing(String method, Map<String, String> headers, byte @Nullable [] bytes) {
    static Outgoing post(Map<String, String> headers, byte[] body) {
        return new Outgoing("POST", headers, body);
    }

    static Outgoing get(Map<String, String> headers) {
        return new Outgoing("GET", headers, null);
    }

    static Outgoing delete(Map<String, String> headers) {
        return new Outgoing("DELETE", headers, null);
    }

    /** The body, which can be sent more than once. */
    BodyPublisher body() {
        return bytes == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes);
    }
}
