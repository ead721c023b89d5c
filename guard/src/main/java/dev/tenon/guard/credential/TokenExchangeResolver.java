package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Resolves a target that gets a different exchanged token for each caller. */
final class TokenExchangeResolver implements TargetResolver {
    private static final String ANONYMOUS = "anonymous";

    private final HttpTarget target;
    private final Function<String, ExchangedTokenAuth> tokens;
    /** The credentials by identity key; more than a guard can have connections. */
    private final BoundedCache<String, ExchangedTokenAuth> byIdentityKey =
            BoundedCache.<String, ExchangedTokenAuth>builder(10_000).build();

    /**
     * Creates a resolver for a server.
     *
     * @param tokens creates the credentials for an identity key
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
        return caller.map(CallerIdentityAndRightsKey::of).orElse(ANONYMOUS);
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        String identityKey = sharingKey(caller);
        return target.withCredentials(Objects.requireNonNull(byIdentityKey.compute(
                identityKey, existing -> existing == null ? tokens.apply(identityKey) : existing)));
    }
}
