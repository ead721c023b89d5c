package dev.tenon.guard.credential;

import dev.tenon.guard.config.SecretSource;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A secret that can change while the guard runs: a secret in a file is reloaded. */
final class ReloadingSecret {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SecretSource source;
    private final Map<String, String> environment;
    private volatile @Nullable SecretSnapshot last;

    ReloadingSecret(SecretSource source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    /** The value at a point in time. */
    private record SecretSnapshot(Optional<String> value, long at) {
        @Override
        public String toString() {
            return "SecretSnapshot";
        }
    }

    /** Returns the secret, at most one second old; empty if it is missing or cannot be read. */
    Optional<String> value() {
        SecretSnapshot current = last;
        return current != null && System.nanoTime() - current.at() < FRESH_NANOS ? current.value() : reloadValue();
    }

    /** Returns the secret like {@link #value}; throws an error for the operator if it is missing. */
    String requireValue(CredentialErrorReporter errors) {
        return value().orElseThrow(() -> errors.createNoCredentialsException("the secret is missing", advice()));
    }

    /** Like {@link #value}, but empty if this would have to read a file. */
    Optional<String> valueIfCached() {
        SecretSnapshot current = last;
        boolean isFresh = current != null && System.nanoTime() - current.at() < FRESH_NANOS;
        return current != null && (isFresh || source instanceof SecretSource.EnvironmentVariable)
                ? current.value()
                : Optional.empty();
    }

    /**
     * Reads the secret and replaces the cached value. Returns empty if it is missing or cannot be read, and caches that
     * too.
     */
    Optional<String> reloadValue() {
        Optional<String> value;
        try {
            value = source.readSecret(environment);
        } catch (UncheckedIOException e) {
            value = Optional.empty();
        }
        last = new SecretSnapshot(value, System.nanoTime());
        return value;
    }

    /** Returns what the operator should do if the secret is missing. */
    String advice() {
        return source instanceof SecretSource.EnvironmentVariable variable
                ? "Set the environment variable " + variable.name() + " where the guard is started"
                : "Put the secret into the file " + ((SecretSource.SecretFile) source).file()
                        + ", which the guard must be able to read";
    }
}
