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
 * What both sides have agreed on over Streamable HTTP, and the session that the server gave, if any (2025-03-26 and
 * later).
 */
final class StreamableHttpSession {
    private static final int MAX_ID_CHARS = 1024;

    private volatile @Nullable Revision revision;
    private volatile @Nullable String id;
    private volatile boolean lost;

    void setRevision(Revision agreed) {
        revision = agreed;
    }

    /** Whether messages need the session and the streams of the revisions before 2026-07-28. */
    boolean isStateful() {
        Revision agreed = revision;
        return agreed != null && !agreed.isStateless();
    }

    boolean isStateless() {
        Revision agreed = revision;
        return agreed != null && agreed.isStateless();
    }

    /**
     * Takes the id of the session from the response to {@code initialize}. Nobody else may see it, no log either.
     *
     * @throws ConnectionFailedException when it is none that can be sent back
     */
    void storeSessionId(HeaderFields headers) {
        List<String> ids = headers.allValues(HeaderNames.SESSION_ID);
        if (ids.isEmpty()) {
            return;
        }
        String given = ids.get(0);
        boolean visible = given.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (ids.size() > 1 || given.isEmpty() || given.length() > MAX_ID_CHARS || !visible) {
            throw new ConnectionFailedException("The server gave no valid session: its " + HeaderNames.SESSION_ID
                    + " must be 1 to " + MAX_ID_CHARS + " visible ASCII characters, once");
        }
        id = given;
    }

    /** Whether there is one that the server should be told of when it is no longer used. */
    boolean isActive() {
        return id != null && !lost;
    }

    /** The server no longer knows it. */
    void markLost() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    /** Whether the server says with this answer that it does not know the session that the request named. */
    boolean isRejectedBy(HttpResponseHead answer) {
        return answer.status() == 404 && id != null && isStateful();
    }

    /** The headers of every request: session and revision. */
    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        String session = id;
        Revision agreed = revision;
        if (session != null) {
            headers.put(HeaderNames.SESSION_ID, session);
        }
        if (agreed != null && agreed.hasVersionHeader()) {
            headers.put(HeaderNames.PROTOCOL_VERSION, agreed.wireName());
        }
        return headers;
    }
}
