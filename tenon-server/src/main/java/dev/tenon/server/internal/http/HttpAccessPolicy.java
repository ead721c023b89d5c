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

/** What an endpoint wants of every caller, and what it tells one who lacks a scope. */
record HttpAccessPolicy(
        ServerComponents components, @Nullable RequestAuthenticator authenticator, CallerKeyResolver callerKeys) {

    /** The scopes that every request needs. */
    Set<String> requiredScopes() {
        return authenticator == null ? Set.of() : authenticator.requiredScopes();
    }

    /** Tells the observer of a visit that was refused. */
    void notifyRejection(HttpRequestHead head, int code, int status, String reason) {
        components.notifyRejection(new RejectionInfo("http", head.remoteAddress(), code, status, reason));
    }

    boolean hasRequiredScopes(@Nullable CallerPrincipal caller) {
        return caller == null || caller.hasScopes(requiredScopes());
    }

    /** The answer to a caller who lacks some of the scopes: all that this request needs are named at once. */
    RequestAuthenticator.AccessDenial denyAccess(
            HttpRequestHead head, @Nullable CallerPrincipal caller, Set<String> own) {
        if (authenticator == null || caller == null) {
            return new RequestAuthenticator.AccessDenial(HttpResponses.FORBIDDEN, Map.of());
        }
        Set<String> needed = new TreeSet<>(requiredScopes());
        needed.addAll(own);
        try {
            return authenticator.denyAccess(head, caller, needed);
        } catch (RuntimeException e) {
            IncidentLog.log("authorization", e);
            return new RequestAuthenticator.AccessDenial(HttpResponses.FORBIDDEN, Map.of());
        }
    }
}
