package dev.tenon.server.internal.http;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One HTTP request that was let in. */
record HttpRequestContext(
        HttpRequestHead head, @Nullable CallerPrincipal principal, HttpResponseWriter reply, HttpAccessPolicy access) {
    /** Whether the visitor has what every request needs. */
    boolean hasRequiredScopes() {
        return access.hasRequiredScopes(principal);
    }

    /** Returns the key of the share that the visitor takes from. */
    String callerKey() {
        return access.callerKeys().keyOf(head, principal);
    }

    /** The visitor as the one who sends what is in the body, and takes from the share with that key. */
    InboundMessageDispatcher.MessageOrigin messageOrigin(String caller) {
        return new InboundMessageDispatcher.MessageOrigin(
                "http", head::remoteAddress, caller, principal, access.requiredScopes(), null, head.headers());
    }

    /** What the visitor is told who lacks some of these scopes, or of those that every request needs. */
    RequestAuthenticator.AccessDenial denyAccess(Set<String> own) {
        return access.denyAccess(head, principal, own);
    }

    /** Refuses the visit: the observer learns of it as well. */
    void reject(int status, RpcError error, @Nullable RequestId id) {
        access.notifyRejection(head, error.code(), status, error.message());
        HttpResponses.sendError(reply, status, error, id);
    }

    /** Answers that the visitor lacks a scope that every request needs. */
    void rejectMissingScopes() {
        RequestAuthenticator.AccessDenial refused = denyAccess(Set.of());
        access.notifyRejection(head, ErrorCode.FORBIDDEN, refused.status(), "a scope is lacking");
        HttpResponses.sendEmpty(reply, refused.status(), refused.headers());
    }
}
