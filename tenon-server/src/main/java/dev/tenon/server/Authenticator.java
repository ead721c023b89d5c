package dev.tenon.server;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Establishes who sends an HTTP request. It is asked for every request: neither a session nor an open stream stands for
 * authentication. It may block.
 */
@FunctionalInterface
public interface Authenticator {
    /** Looks at the credentials of the request. Anything thrown is an internal error, and the request is not served. */
    Verdict authenticate(HttpHead head);

    /** What every request needs, whatever it asks for; what a tool, resource or prompt needs comes on top. */
    default Set<String> scopes() {
        return Set.of();
    }

    /**
     * What a known caller is told who lacks a scope, where HTTP has a way to tell: status 403 and its headers.
     *
     * @param needed all scopes that the request needs, not only those that are lacking
     */
    default Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        return new Refused(403, Map.of());
    }

    /** What everybody may see: where to get credentials. */
    default List<PublicPage> pages() {
        return List.of();
    }

    /** What came of it. */
    sealed interface Verdict permits Known, Refused {}

    /**
     * The caller is known.
     *
     * @param headers headers that go with the answer, whatever it is
     */
    record Known(Principal principal, Map<String, String> headers) implements Verdict {
        public Known {
            headers = Map.copyOf(headers);
        }

        /** The caller is known, and there is nothing to add to the answer. */
        public Known(Principal principal) {
            this(principal, Map.of());
        }
    }

    /**
     * The caller is refused. The answer has no body: why is nobody's business but the log's.
     *
     * @param status 401 without valid credentials, 400 when they are malformed, 403 when they do not suffice, 503 when they
     *     cannot be verified now
     * @param headers headers of the answer, such as {@code WWW-Authenticate}
     */
    record Refused(int status, Map<String, String> headers) implements Verdict {
        public Refused {
            headers = Map.copyOf(headers);
        }
    }
}
