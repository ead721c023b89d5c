package dev.tenon.server.internal.http;

import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.error.IncidentLog;
import dev.tenon.server.observer.RejectionInfo;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The access rules of an endpoint: the scopes that every request needs, and the response to a caller without them. */
record RequiredScopePolicy(
        ServerComponents components, @Nullable RequestAuthenticator authenticator, CallerKeyResolver callerKeys) {

    /** Returns the scopes that every request needs. */
    Set<String> requiredScopes() {
        return authenticator == null ? Set.of() : authenticator.requiredScopes();
    }

    /** Notifies the observer of a rejected request. */
    void notifyRejection(HttpRequestHead head, int code, int status, String reason) {
        components.notifyRejection(new RejectionInfo("http", head.remoteAddress(), code, status, reason));
    }

    boolean hasRequiredScopes(@Nullable CallerPrincipal caller) {
        return caller == null || caller.hasScopes(requiredScopes());
    }

    /** Returns the response to a caller without a required scope; it names all scopes that the request needs. */
    RequestAuthenticator.AccessDenial createAccessDenial(
            HttpRequestHead head, @Nullable CallerPrincipal caller, Set<String> additionalScopes) {
        if (authenticator == null || caller == null) {
            return new RequestAuthenticator.AccessDenial(HttpResponses.FORBIDDEN, Map.of());
        }
        Set<String> needed = new TreeSet<>(requiredScopes());
        needed.addAll(additionalScopes);
        try {
            return authenticator.denyAccess(head, caller, needed);
        } catch (RuntimeException e) {
            IncidentLog.log("authorization", e);
            return new RequestAuthenticator.AccessDenial(HttpResponses.FORBIDDEN, Map.of());
        }
    }
}
