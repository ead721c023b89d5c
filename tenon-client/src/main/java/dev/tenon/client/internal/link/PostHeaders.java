package dev.tenon.client.internal.link;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.HeaderValue;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of a message's own POST (Streamable HTTP, sections "Sending Messages to the Server" and "Request Headers"). */
final class PostHeaders {
    private PostHeaders() {}

    static Map<String, String> of(Message message, Envelope envelope, HttpSession session) {
        boolean stateless = isStateless(envelope, session);
        Map<String, String> headers = stateless ? mirrored(message, envelope) : new HashMap<>();
        session.headers().forEach(headers::putIfAbsent);
        headers.put(HeaderNames.ACCEPT, MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);
        headers.put(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
        return headers;
    }

    /** Whether the message stands for itself, as its envelope says or as is agreed. */
    static boolean isStateless(Envelope envelope, HttpSession session) {
        String named = envelope.revision();
        // A revision that is unknown here is a newer one.
        return named == null
                ? session.isStateless()
                : Revision.of(named).map(Revision::isStateless).orElse(true);
    }

    private static Map<String, String> mirrored(Message message, Envelope envelope) {
        Map<String, String> headers = new HashMap<>(envelope.params());
        String method = method(message);
        String revision = envelope.revision();
        String name = envelope.name();
        if (revision != null) {
            headers.put(HeaderNames.PROTOCOL_VERSION, revision);
        }
        if (method != null) {
            headers.put(HeaderNames.METHOD, method);
        }
        if (name != null) {
            headers.put(HeaderNames.NAME, HeaderValue.encode(name));
        }
        return headers;
    }

    private static @Nullable String method(Message message) {
        if (message instanceof Request request) {
            return request.method();
        }
        return message instanceof Notification notification ? notification.method() : null;
    }
}
