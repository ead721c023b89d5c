package dev.tenon.server.internal.request;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.http.HeaderFields;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The context of a request: determined by the transport, and all that the dispatcher knows about the origin of the
 * request.
 *
 * @param callerKey the key under which the limits per caller are counted
 * @param requiredScopes the scopes that every request needs; empty if the transport has already checked them
 * @param session null in a stateless revision
 * @param inFlight the requests in flight from which its id must differ; null if ids need not be unique
 * @param headers the HTTP headers of the request; null on a connection
 */
public record RequestSource(
        ProtocolCodec codec,
        ClientProfile client,
        String callerKey,
        @Nullable CallerPrincipal principal,
        Set<String> requiredScopes,
        @Nullable ServerSession session,
        @Nullable SessionRequestRegistry inFlight,
        @Nullable HeaderFields headers) {

    /**
     * Returns whether the caller has these scopes and the ones that every request needs; without authentication, scopes
     * are not checked.
     */
    public boolean hasScopes(Set<String> additionalScopes) {
        return principal == null || principal.hasScopes(requiredScopes) && principal.hasScopes(additionalScopes);
    }

    @Nullable String sessionLabel() {
        return session == null ? null : session.opaqueLogLabel();
    }
}
