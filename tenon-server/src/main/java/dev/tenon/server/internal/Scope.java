package dev.tenon.server.internal;

import dev.tenon.http.Headers;
import dev.tenon.server.Principal;
import dev.tenon.wire.Wire;
import org.jspecify.annotations.Nullable;

/**
 * What a request stands in: chosen once at the door, and all that the kernel knows of where a request came from.
 *
 * @param session null under a stateless revision
 * @param inFlight the other requests that its id must differ from; null where nothing ties requests together
 * @param headers the HTTP headers of the request; null on a connection
 */
record Scope(
        Wire wire,
        ClientView client,
        @Nullable Principal principal,
        @Nullable Session session,
        @Nullable InFlight inFlight,
        @Nullable Headers headers) {

    @Nullable String sessionLabel() {
        return session == null ? null : session.label();
    }
}
