package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The way to a server that is shown another token for each caller. */
final class TokenExchangeResolver implements TargetResolver {
    private static final String ANONYMOUS = "nobody";

    private final HttpTarget target;
    private final Function<String, ExchangedTokenAuth> tokens;
    /** As many as a guard may have connections to it, and some more. */
    private final BoundedCache<String, ExchangedTokenAuth> known =
            BoundedCache.<String, ExchangedTokenAuth>builder(10_000).build();

    /**
     * The way to that server.
     *
     * @param tokens the tokens for callers of a standing
     */
    TokenExchangeResolver(HttpTarget target, Function<String, ExchangedTokenAuth> tokens) {
        this.target = target;
        this.tokens = tokens;
    }

    @Override
    public String label() {
        return target.label();
    }

    @Override
    public String sharingKey(Optional<CallerPrincipal> caller) {
        return caller.map(CallerIdentityKey::of).orElse(ANONYMOUS);
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        String standing = sharingKey(caller);
        return target.withCredentials(
                Objects.requireNonNull(known.compute(standing, old -> old == null ? tokens.apply(standing) : old)));
    }
}
