package dev.tenon.server.internal;

import dev.tenon.http.Headers;
import dev.tenon.server.Principal;
import dev.tenon.wire.Wire;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request stands in: chosen once at the door, and all that the kernel knows of where a request came from.
 *
 * @param caller the key of the share of requests and subscriptions that this one takes from
 * @param base the scopes that every request needs; none where they have been checked at the door
 * @param session null under a stateless revision
 * @param inFlight the other requests that its id must differ from; null where nothing ties requests together
 * @param headers the HTTP headers of the request; null on a connection
 */
record Scope(
        Wire wire,
        ClientView client,
        String caller,
        @Nullable Principal principal,
        Set<String> base,
        @Nullable Session session,
        @Nullable InFlight inFlight,
        @Nullable Headers headers) {

    /** Whether the caller has these scopes and the base; without authentication, nothing is checked. */
    boolean permits(Set<String> own) {
        return principal == null || principal.may(base) && principal.may(own);
    }

    @Nullable String sessionLabel() {
        return session == null ? null : session.label();
    }
}
