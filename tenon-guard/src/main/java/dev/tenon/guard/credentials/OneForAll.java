package dev.tenon.guard.credentials;

import dev.tenon.client.Target;
import dev.tenon.server.Principal;
import java.util.Optional;

/** A server to which all callers are the same. */
record OneForAll(Target target) implements Route {
    @Override
    public String label() {
        return target.label();
    }

    @Override
    public Target target(Optional<Principal> caller) {
        return target;
    }
}
