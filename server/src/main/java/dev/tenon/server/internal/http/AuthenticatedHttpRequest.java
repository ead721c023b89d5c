package dev.tenon.server.internal.http;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.error.IncidentLog;
import dev.tenon.server.observer.RejectionInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An authenticated HTTP request. */
record AuthenticatedHttpRequest(
        HttpRequestHead head,
        @Nullable CallerPrincipal principal,
        HttpResponseWriter responseWriter,
        EndpointAccessPolicy accessPolicy) {
    /** Returns whether the caller has the scopes that every request needs. */
    boolean hasRequiredScopes() {
        return principal == null || principal.hasScopes(accessPolicy.requiredScopes());
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

    /**
     * Returns the response to a caller without one of these scopes or of those that every request needs; it names all
     * of them.
     */
    RequestAuthenticator.AccessDenial createAccessDenial(Set<String> additionalScopes) {
        RequestAuthenticator authenticator = accessPolicy.authenticator();
        if (authenticator != null && principal != null) {
            Set<String> needed = new TreeSet<>(accessPolicy.requiredScopes());
            needed.addAll(additionalScopes);
            try {
                return authenticator.denyAccess(head, principal, needed);
            } catch (RuntimeException e) {
                IncidentLog.log("authorization", e);
            }
        }
        return new RequestAuthenticator.AccessDenial(HttpResponses.FORBIDDEN, Map.of());
    }

    @Nullable String header(String name) {
        return head.header(name);
    }

    List<String> headerValues(String name) {
        return head.headers().allValues(name);
    }

    /** Sends a response without a body. */
    void sendEmpty(int status, Map<String, String> headers) {
        HttpResponses.sendEmpty(responseWriter, status, headers);
    }

    /** Sends a response without a body and without headers. */
    void sendEmpty(int status) {
        sendEmpty(status, Map.of());
    }

    /** Rejects the request at the HTTP level, without notifying the observer. */
    void rejectUnobserved(int status, String reason) {
        HttpResponses.sendRejection(responseWriter, status, reason);
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
        sendEmpty(denial.status(), denial.headers());
    }

    /**
     * The access rules of an endpoint: the scopes that every request needs, and the keys under which the limits of
     * callers are counted. Reports rejections to the observer.
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
}
