package dev.tenon.server.http;

import dev.tenon.server.call.CallerPrincipal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Establishes who sends an HTTP request. It is asked for every request: neither a session nor an open stream stands for
 * authentication. It may block.
 */
@FunctionalInterface
public interface RequestAuthenticator {
    /** Looks at the credentials of the request. Anything thrown is an internal error, and the request is not served. */
    AuthenticationResult authenticate(HttpRequestHead head);

    /** What every request needs, whatever it asks for; what a tool, resource or prompt needs comes on top. */
    default Set<String> requiredScopes() {
        return Set.of();
    }

    /**
     * What a known caller is told who lacks a scope, where HTTP has a way to tell: status 403 and its headers.
     *
     * @param needed all scopes that the request needs, not only those that are lacking
     */
    default AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        return new AccessDenial(403, Map.of());
    }

    /** What everybody may see: where to get credentials. */
    default List<PublicPage> publicPages() {
        return List.of();
    }

    /** What came of it. */
    sealed interface AuthenticationResult permits AuthenticationSuccess, AccessDenial {}

    /**
     * The caller is known.
     *
     * @param headers headers that go with the answer, whatever it is
     */
    record AuthenticationSuccess(CallerPrincipal principal, Map<String, String> headers)
            implements AuthenticationResult {
        public AuthenticationSuccess {
            headers = Map.copyOf(headers);
        }

        /** The caller is known, and there is nothing to add to the answer. */
        public AuthenticationSuccess(CallerPrincipal principal) {
            this(principal, Map.of());
        }
    }

    /**
     * The caller is refused. The answer has no body: why is nobody's business but the log's.
     *
     * @param status 401 without valid credentials, 400 when they are malformed, 403 when they do not suffice, 503 when
     *     they cannot be verified now
     * @param headers headers of the answer, such as {@code WWW-Authenticate}
     */
    record AccessDenial(int status, Map<String, String> headers) implements AuthenticationResult {
        public AccessDenial {
            headers = Map.copyOf(headers);
        }
    }
}
