package dev.tenon.guard.credentials;

import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.concurrent.BoundedCache;
import dev.tenon.server.Principal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The way to a server that is shown another token for each caller. */
final class ExchangeRoute implements Route {
    private static final String NOBODY = "nobody";

    private final HttpTarget target;
    private final Function<String, ExchangedToken> tokens;
    /** As many as a guard may have connections to it, and some more. */
    private final BoundedCache<String, ExchangedToken> known =
            BoundedCache.<String, ExchangedToken>builder(10_000).build();

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
        return target.withAuth(
                Objects.requireNonNull(known.compute(standing, old -> old == null ? tokens.apply(standing) : old)));
    }
}
