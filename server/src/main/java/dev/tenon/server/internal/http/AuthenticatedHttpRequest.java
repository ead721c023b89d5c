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

/** An authenticated HTTP request. */
record AuthenticatedHttpRequest(
        HttpRequestHead head,
        @Nullable CallerPrincipal principal,
        HttpResponseWriter responseWriter,
        RequiredScopePolicy accessPolicy) {
    /** Returns whether the caller has the scopes that every request needs. */
    boolean hasRequiredScopes() {
        return accessPolicy.hasRequiredScopes(principal);
    }

    /** Returns the key under which the limits of the caller are counted. */
    String callerKey() {
        return accessPolicy.callerKeys().keyOf(head, principal);
    }

    /** Returns the caller as the origin of the messages in the body. */
    InboundMessageDispatcher.MessageOrigin messageOrigin(String callerKey) {
        return new InboundMessageDispatcher.MessageOrigin(
                "http", head::remoteAddress, callerKey, principal, accessPolicy.requiredScopes(), null, head.headers());
    }

    /** Returns the response to a caller without one of these scopes or of those that every request needs. */
    RequestAuthenticator.AccessDenial createAccessDenial(Set<String> additionalScopes) {
        return accessPolicy.createAccessDenial(head, principal, additionalScopes);
    }

    /** Rejects the request and notifies the observer. */
    void reject(int status, RpcError error, @Nullable RequestId id) {
        accessPolicy.notifyRejection(head, error.code(), status, error.message());
        HttpResponses.sendError(responseWriter, status, error, id);
    }

    /** Rejects the request because the caller lacks a scope that every request needs. */
    void rejectMissingScopes() {
        RequestAuthenticator.AccessDenial denial = createAccessDenial(Set.of());
        accessPolicy.notifyRejection(head, ErrorCode.FORBIDDEN, denial.status(), "missing scope");
        HttpResponses.sendEmpty(responseWriter, denial.status(), denial.headers());
    }
}
