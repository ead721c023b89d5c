package dev.tenon.client.internal.link;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

/**
 * An HTTP request, without what every request to the target has.
 *
 * @param headers beyond those of the target and its credentials, and stronger than they
 * @param body can be sent more than once
 */
record Outgoing(String method, Map<String, String> headers, BodyPublisher body) {
    static Outgoing post(Map<String, String> headers, byte[] body) {
        return new Outgoing("POST", headers, BodyPublishers.ofByteArray(body));
    }

    static Outgoing get(Map<String, String> headers) {
        return new Outgoing("GET", headers, BodyPublishers.noBody());
    }

    static Outgoing delete(Map<String, String> headers) {
        return new Outgoing("DELETE", headers, BodyPublishers.noBody());
    }
}
