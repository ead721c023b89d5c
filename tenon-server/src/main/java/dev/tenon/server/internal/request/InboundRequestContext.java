package dev.tenon.server.internal.request;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.http.HeaderFields;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request stands in: chosen once at the door, and all that the kernel knows of where a request came from.
 *
 * @param callerKey the key of the share of requests and subscriptions that this one takes from
 * @param requiredScopes the scopes that every request needs; none where they have been checked at the door
 * @param session null under a stateless revision
 * @param inFlight the other requests that its id must differ from; null where nothing ties requests together
 * @param headers the HTTP headers of the request; null on a connection
 */
public record InboundRequestContext(
        ProtocolCodec codec,
        ClientProfile client,
        String callerKey,
        @Nullable CallerPrincipal principal,
        Set<String> requiredScopes,
        @Nullable ServerSession session,
        @Nullable InFlightRequests inFlight,
        @Nullable HeaderFields headers) {

    /** Whether the caller has these scopes and the base; without authentication, nothing is checked. */
    public boolean hasScopes(Set<String> own) {
        return principal == null || principal.hasScopes(requiredScopes) && principal.hasScopes(own);
    }

    @Nullable String sessionLabel() {
        return session == null ? null : session.label();
    }
}
