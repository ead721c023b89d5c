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

/** Verifies API keys of callers, each of which can be replaced while the guard runs. A missing key is ignored. */
final class RotatingApiKeyVerifier implements TokenVerifier {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Map<String, ReloadingSecret> secrets = new LinkedHashMap<>();
    private final List<String> scopes;
    private volatile @Nullable ApiKeySnapshot snapshot;

    RotatingApiKeyVerifier(Map<String, SecretSource> sources, List<String> scopes, Map<String, String> environment) {
        sources.forEach((name, source) -> secrets.put(name, new ReloadingSecret(source, environment)));
        this.scopes = scopes;
        // Loaded now, so that unusable keys are logged when the guard starts.
        ApiKeySnapshot unused = currentKeys();
    }

    /** The verifier of these key values. */
    private record ApiKeySnapshot(Map<String, String> values, ApiKeyVerifier keys) {
        @Override
        public String toString() {
            return "ApiKeySnapshot";
        }
    }

    @Override
    public VerifiedToken verify(String token) {
        return currentKeys().keys().verify(token);
    }

    /**
     * Returns the verifier of the current key values. Creates another one, and logs unusable keys, if there is none yet
     * or a value has changed.
     */
    private ApiKeySnapshot currentKeys() {
        Map<String, String> values = new LinkedHashMap<>();
        secrets.forEach((name, secret) -> values.put(name, secret.value().orElse("")));
        ApiKeySnapshot current = snapshot;
        if (current != null && current.values().equals(values)) {
            return current;
        }
        ApiKeyVerifier keys = ApiKeyVerifier.empty();
        for (Map.Entry<String, String> entry : values.entrySet()) {
            keys = withKeyOrLogUnusable(keys, entry.getKey(), entry.getValue());
        }
        ApiKeySnapshot updated = new ApiKeySnapshot(values, keys);
        snapshot = updated;
        return updated;
    }

    /**
     * Returns a verifier that also accepts this key. If the key is empty or invalid, logs that and returns the same
     * verifier.
     */
    private ApiKeyVerifier withKeyOrLogUnusable(ApiKeyVerifier keys, String name, String value) {
        if (value.isEmpty()) {
            String advice = Objects.requireNonNull(secrets.get(name)).advice();
            LOG.warn("API key is missing and cannot be used: name={}. {}", name, advice);
            return keys;
        }
        try {
            return keys.withKey(name, value, scopes.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            LOG.warn("API key is invalid and cannot be used: name={}, cause={}", name, e.getMessage());
            return keys;
        }
    }
}
