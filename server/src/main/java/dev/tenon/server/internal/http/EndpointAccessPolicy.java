package dev.tenon.server.internal.http;

import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.observer.RejectionInfo;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The access rules of an endpoint: the scopes that every request needs, and the keys under which the limits of callers
 * are counted. Reports rejections to the observer.
 */
record EndpointAccessPolicy(
        ServerComponents components, @Nullable RequestAuthenticator authenticator, CallerKeyResolver callerKeys) {

    /** Returns the scopes that every request needs. */
    Set<String> requiredScopes() {
        return authenticator == null ? Set.of() : authenticator.requiredScopes();
    }

    /** Notifies the observer of a rejected request. */
    void notifyRejection(HttpRequestHead head, int code, int status, String reason) {
        components.notifyRejection(new RejectionInfo("http", head.remoteAddress(), code, status, reason));
    }
}
