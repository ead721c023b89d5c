package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Optional;

/** The way to a server behind the guard, where that depends on who calls. Used by many threads. */
public interface TargetResolver {
    /** What {@link #sharingKey} says when all callers may share a connection. */
    String SHARED_KEY = "";

    /** What the server is called in messages and logs. */
    String label();

    /**
     * The server, with the credentials for this caller. It does not block: credentials are got when they are needed.
     *
     * @param caller who calls; empty where nobody has to say who he is
     */
    ServerTarget target(Optional<CallerPrincipal> caller);

    /**
     * What callers must have in common to share a connection: those for whom it is equal are the same to the server
     * behind. It holds nothing secret.
     *
     * @param caller who calls
     * @return {@link #SHARED_KEY} when it does not matter who calls
     */
    default String sharingKey(Optional<CallerPrincipal> caller) {
        return SHARED_KEY;
    }

    /** The same way for all callers. */
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
