package dev.tenon.guard.credential;

import dev.tenon.guard.config.SecretSource;
import dev.tenon.oauth.server.ApiKeyVerifier;
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
final class RotatingApiKeyVerifier implements TokenVerifier {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Map<String, ReloadingSecret> secrets = new LinkedHashMap<>();
    private final List<String> scopes;
    private volatile @Nullable ApiKeySnapshot known;

    RotatingApiKeyVerifier(Map<String, SecretSource> sources, List<String> scopes, Map<String, String> environment) {
        sources.forEach((name, source) -> secrets.put(name, new ReloadingSecret(source, environment)));
        this.scopes = scopes;
        // Now, so that a key that cannot be used is told of when the guard starts.
        ApiKeySnapshot unused = currentKeys();
    }

    /** The keys made of these values. */
    private record ApiKeySnapshot(Map<String, String> values, ApiKeyVerifier keys) {
        @Override
        public String toString() {
            return "Known";
        }
    }

    @Override
    public VerifiedToken verify(String token) {
        return currentKeys().keys().verify(token);
    }

    private ApiKeySnapshot currentKeys() {
        Map<String, String> values = new LinkedHashMap<>();
        secrets.forEach((name, secret) -> values.put(name, secret.value().orElse("")));
        ApiKeySnapshot last = known;
        if (last != null && last.values().equals(values)) {
            return last;
        }
        ApiKeyVerifier keys = ApiKeyVerifier.empty();
        for (Map.Entry<String, String> each : values.entrySet()) {
            keys = withKey(keys, each.getKey(), each.getValue());
        }
        ApiKeySnapshot changed = new ApiKeySnapshot(values, keys);
        known = changed;
        return changed;
    }

    private ApiKeyVerifier withKey(ApiKeyVerifier keys, String name, String value) {
        if (value.isEmpty()) {
            String advice = Objects.requireNonNull(secrets.get(name)).advice();
            LOG.warn("The API key \"{}\" is not there, and lets nobody in. {}", name, advice);
            return keys;
        }
        try {
            return keys.withKey(name, value, scopes.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            LOG.warn("The API key \"{}\" lets nobody in: {}", name, e.getMessage());
            return keys;
        }
    }
}
