package dev.tenon.server.http;

import dev.tenon.server.call.CallerPrincipal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Authenticates HTTP requests. It is called for every request: neither a session nor an open stream replaces
 * authentication. It may block.
 */
@FunctionalInterface
public interface RequestAuthenticator {
    /** Checks the credentials of a request. Any exception is an internal error, and the request is not served. */
    AuthenticationResult authenticate(HttpRequestHead head);

    /** Returns the scopes that every request needs, in addition to those of a tool, resource or prompt. */
    default Set<String> requiredScopes() {
        return Set.of();
    }

    /**
     * Returns the response to an authenticated caller without a required scope, for requests with an HTTP response of
     * their own: status 403 and its headers.
     *
     * @param needed all scopes that the request needs, not only the missing ones
     */
    default AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        return new AccessDenial(403, Map.of());
    }

    /** Returns the pages that are served without authentication, such as the metadata of the authorization server. */
    default List<PublicPage> publicPages() {
        return List.of();
    }

    /** The result of authentication. */
    sealed interface AuthenticationResult permits AuthenticationSuccess, AccessDenial {}

    /**
     * The caller is authenticated.
     *
     * @param headers added to the response to this request
     */
    record AuthenticationSuccess(CallerPrincipal principal, Map<String, String> headers)
            implements AuthenticationResult {
        public AuthenticationSuccess {
            headers = Map.copyOf(headers);
        }

        /** Creates a result without additional response headers. */
        public AuthenticationSuccess(CallerPrincipal principal) {
            this(principal, Map.of());
        }
    }

    /**
     * The request is rejected. The response has no body; the reason is in the log only.
     *
     * @param status 401 without valid credentials, 400 if they are malformed, 403 if they are insufficient, 503 if they
     *     cannot be verified now
     * @param headers the headers of the response, such as {@code WWW-Authenticate}
     */
    record AccessDenial(int status, Map<String, String> headers) implements AuthenticationResult {
        public AccessDenial {
            headers = Map.copyOf(headers);
        }
    }
}
