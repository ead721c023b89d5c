package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HeaderValueCodec;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a message's own POST (Streamable HTTP, sections "Sending Messages to the Server" and "Request
 * Headers").
 */
final class PostHeaders {
    private PostHeaders() {}

    static Map<String, String> of(JsonRpcMessage message, MirroredHeaders envelope, StreamableHttpSession session) {
        boolean stateless = isStateless(envelope, session);
        Map<String, String> headers = stateless ? mirroredHeaders(message, envelope) : new HashMap<>();
        session.headers().forEach(headers::putIfAbsent);
        headers.put(HeaderNames.ACCEPT, MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);
        headers.put(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
        return headers;
    }

    /** Whether the message stands for itself, as its envelope says or as is agreed. */
    static boolean isStateless(MirroredHeaders envelope, StreamableHttpSession session) {
        String named = envelope.revision();
        // A revision that is unknown here is a newer one.
        return named == null
                ? session.isStateless()
                : Revision.of(named).map(Revision::isStateless).orElse(true);
    }

    private static Map<String, String> mirroredHeaders(JsonRpcMessage message, MirroredHeaders envelope) {
        Map<String, String> headers = new HashMap<>(envelope.argumentHeaders());
        String method = methodOf(message);
        String revision = envelope.revision();
        String name = envelope.target();
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
