package dev.tenon.guard.credentials;

import dev.tenon.guard.config.SecretSource;
import dev.tenon.oauth.server.ApiKeys;
import dev.tenon.oauth.server.TokenVerifier;
import dev.tenon.oauth.server.VerifiedToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys of callers, each of which can be replaced while the guard runs. One that is not there lets nobody in. */
final class RotatingKeys implements TokenVerifier {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Map<String, Secret> secrets = new LinkedHashMap<>();
    private final List<String> scopes;
    private volatile @Nullable Known known;

    RotatingKeys(Map<String, SecretSource> sources, List<String> scopes, Map<String, String> environment) {
        sources.forEach((name, source) -> secrets.put(name, new Secret(source, environment)));
        this.scopes = scopes;
        // Now, so that a key that cannot be used is told of when the guard starts.
        Known unused = current();
    }

    /** The keys made of these values. */
    private record Known(Map<String, String> values, ApiKeys keys) {
        @Override
        public String toString() {
            return "Known";
        }
    }

    @Override
    public VerifiedToken verify(String token) {
        return current().keys().verify(token);
    }

    private Known current() {
        Map<String, String> values = new LinkedHashMap<>();
        secrets.forEach((name, secret) -> values.put(name, secret.value().orElse("")));
        Known last = known;
        if (last != null && last.values().equals(values)) {
            return last;
        }
        ApiKeys keys = ApiKeys.none();
        for (Map.Entry<String, String> each : values.entrySet()) {
            keys = with(keys, each.getKey(), each.getValue());
        }
        Known changed = new Known(values, keys);
        known = changed;
        return changed;
    }

    private ApiKeys with(ApiKeys keys, String name, String value) {
        if (value.isEmpty()) {
            String advice = Objects.requireNonNull(secrets.get(name)).advice();
            LOG.warn("The API key \"{}\" is not there, and lets nobody in. {}", name, advice);
            return keys;
        }
        try {
            return keys.with(name, value, scopes.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            LOG.warn("The API key \"{}\" lets nobody in: {}", name, e.getMessage());
            return keys;
        }
    }
}
