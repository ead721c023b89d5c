package dev.tenon.guard.credentials;

import dev.tenon.client.Target;
import dev.tenon.server.Principal;
import java.util.Optional;

/** The way to a server behind the guard, where that depends on who calls. Used by many threads. */
public interface Route {
    /** What {@link #share} says when all callers may share a connection. */
    String ALL = "";

    /** What the server is called in messages and logs. */
    String label();

    /**
     * The server, with the credentials for this caller. It does not block: credentials are got when they are needed.
     *
     * @param caller who calls; empty where nobody has to say who he is
     */
    Target target(Optional<Principal> caller);

    /**
     * What callers must have in common to share a connection: those for whom it is equal are the same to the server behind.
     * It holds nothing secret.
     *
     * @param caller who calls
     * @return {@link #ALL} when it does not matter who calls
     */
    default String share(Optional<Principal> caller) {
        return ALL;
    }

    /** The same way for all callers. */
    static Route to(Target target) {
        return new Route() {
            @Override
            public String label() {
                return target.label();
            }

            @Override
            public Target target(Optional<Principal> caller) {
                return target;
            }
        };
    }
}
