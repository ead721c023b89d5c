package dev.tenon.guard.credentials;

import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.server.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The way to a server that is shown another token for each caller. */
final class ExchangeRoute implements Route {
    /** As many as a guard may have connections to it, and some more. */
    private static final int MOST = 10_000;

    private static final String NOBODY = "nobody";

    private final HttpTarget target;
    private final Function<String, ExchangedToken> tokens;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ExchangedToken> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ExchangedToken> eldest) {
            return size() > MOST;
        }
    };

    /**
     * The way to that server.
     *
     * @param tokens the tokens for callers of a standing
     */
    ExchangeRoute(HttpTarget target, Function<String, ExchangedToken> tokens) {
        this.target = target;
        this.tokens = tokens;
    }

    @Override
    public String label() {
        return target.label();
    }

    @Override
    public String share(Optional<Principal> caller) {
        return caller.map(Standing::of).orElse(NOBODY);
    }

    @Override
    public Target target(Optional<Principal> caller) {
        String standing = share(caller);
        lock.lock();
        try {
            return target.withAuth(known.computeIfAbsent(standing, tokens));
        } finally {
            lock.unlock();
        }
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "ExchangeRoute[" + label() + "]";
    }
}
