package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.transport.http.HttpResponseHead;
import dev.tenon.http.HeaderFields;
import dev.tenon.http.HeaderNames;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The negotiated revision of a Streamable HTTP transport, and the session of the server, if any (2025-03-26 and later).
 */
final class StreamableHttpSession {
    private static final int MAX_ID_CHARS = 1024;

    private volatile @Nullable Revision revision;
    private volatile @Nullable String id;
    private volatile boolean lost;

    void setRevision(Revision negotiated) {
        revision = negotiated;
    }

    boolean isStateless() {
        Revision negotiated = revision;
        return negotiated != null && negotiated.isStateless();
    }

    /**
     * Stores the session id from the response to {@code initialize}. It is a secret and must not be logged.
     *
     * @throws ConnectionFailedException when the id is invalid
     */
    void validateAndStoreSessionId(HeaderFields headers) {
        List<String> ids = headers.allValues(HeaderNames.SESSION_ID);
        if (ids.isEmpty()) {
            return;
        }
        String sessionId = ids.get(0);
        boolean visible = sessionId.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (ids.size() > 1 || sessionId.isEmpty() || sessionId.length() > MAX_ID_CHARS || !visible) {
            throw new ConnectionFailedException("The server sent an invalid session id: its " + HeaderNames.SESSION_ID
                    + " must be 1 to " + MAX_ID_CHARS + " visible ASCII characters, once");
        }
        id = sessionId;
    }

    /** Returns whether there is a session that the server must be notified of when it ends. */
    boolean isActive() {
        return id != null && !lost;
    }

    /** Records that the server no longer knows the session. */
    void markLost() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    /** Returns whether this response means that the server does not know the session. */
    boolean isRejectedBy(HttpResponseHead response) {
        return response.status() == 404 && id != null && revision != null && !isStateless();
    }

    /** Returns the headers of every request: session and revision. */
    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        String session = id;
        Revision negotiated = revision;
        if (session != null) {
            headers.put(HeaderNames.SESSION_ID, session);
        }
        if (negotiated != null && negotiated.hasVersionHeader()) {
            headers.put(HeaderNames.PROTOCOL_VERSION, negotiated.wireName());
        }
        return headers;
    }
}
