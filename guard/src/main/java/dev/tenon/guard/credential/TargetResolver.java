package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Optional;

/** Resolves the target of an upstream server, which can depend on the caller. Thread-safe. */
public interface TargetResolver {
    /** The {@link #sharingKey} of resolvers for which all callers can share a connection. */
    String SHARED_KEY = "";

    /** Returns the name of the server in messages and logs. */
    String label();

    /**
     * Returns the server, with the credentials for this caller. Does not block: credentials are fetched when they are
     * needed.
     *
     * @param caller the authenticated caller; empty without authentication
     */
    ServerTarget target(Optional<CallerPrincipal> caller);

    /**
     * Returns the sharing key of a caller: callers with equal keys can share an upstream connection. It contains no
     * secret.
     *
     * @param caller the authenticated caller; empty without authentication
     * @return {@link #SHARED_KEY} if the target does not depend on the caller
     */
    default String sharingKey(Optional<CallerPrincipal> caller) {
        return SHARED_KEY;
    }

    /** Returns a resolver with the same target for all callers. */
    static TargetResolver fixed(ServerTarget target) {
        return new TargetResolver() {
            @Override
            public String label() {
                return target.label();
            }

            @Override
            public ServerTarget target(Optional<CallerPrincipal> caller) {
                return target;
            }
        };
    }
}
