package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.http.TargetRequest;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HeaderValueCodec;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the headers of the POST request of a message (Streamable HTTP, sections "Sending Messages to the Server" and
 * "Request Headers").
 */
final class PostHeaders {
    private PostHeaders() {}

    static Map<String, String> of(JsonRpcMessage message, MirroredHeaders mirrored, StreamableHttpSession session) {
        boolean stateless = isStateless(mirrored, session);
        Map<String, String> headers = stateless ? mirroredHeaders(message, mirrored) : new HashMap<>();
        session.headers().forEach(headers::putIfAbsent);
        headers.putAll(TargetRequest.MESSAGE_HEADERS);
        return headers;
    }

    /** Returns whether the message is stateless, according to its mirrored headers or the negotiated revision. */
    static boolean isStateless(MirroredHeaders mirrored, StreamableHttpSession session) {
        String revision = mirrored.revision();
        // An unknown revision is a newer one.
        return revision == null
                ? session.isStateless()
                : Revision.of(revision).map(Revision::isStateless).orElse(true);
    }

    private static Map<String, String> mirroredHeaders(JsonRpcMessage message, MirroredHeaders mirrored) {
        Map<String, String> headers = new HashMap<>(mirrored.argumentHeaders());
        String method = methodOf(message);
        String revision = mirrored.revision();
        String name = mirrored.target();
        if (revision != null) {
            headers.put(HeaderNames.PROTOCOL_VERSION, revision);
        }
        if (method != null) {
            headers.put(HeaderNames.METHOD, method);
        }
        if (name != null) {
            headers.put(HeaderNames.NAME, HeaderValueCodec.encode(name));
        }
        return headers;
    }

    private static @Nullable String methodOf(JsonRpcMessage message) {
        if (message instanceof Request request) {
            return request.method();
        }
        return message instanceof Notification notification ? notification.method() : null;
    }
}
