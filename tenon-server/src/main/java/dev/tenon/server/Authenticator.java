package dev.tenon.server;

import java.util.Map;

/**
 * Establishes who sends an HTTP request. It is asked for every request: neither a session nor an open stream stands for
 * authentication. It may block.
 */
@FunctionalInterface
public interface Authenticator {
    /** Looks at the credentials of the request. Anything thrown is an internal error, and the request is not served. */
    Verdict authenticate(HttpHead head);

    /** What came of it. */
    sealed interface Verdict permits Known, Refused {}

    /** The caller is known. */
    record Known(Principal principal) implements Verdict {}

    /**
     * The caller is refused.
     *
     * @param status 401 or 403
     * @param headers headers of the answer, such as {@code WWW-Authenticate}
     */
    record Refused(int status, Map<String, String> headers) implements Verdict {
        public Refused {
            headers = Map.copyOf(headers);
        }
    }
}
