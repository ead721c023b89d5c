package dev.tenon.guard.credential;

import dev.tenon.guard.config.SecretSource;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A secret as it is now: one in a file is read anew, so that it can be replaced while the guard runs. */
final class ReloadingSecret {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SecretSource source;
    private final Map<String, String> environment;
    private volatile @Nullable SecretSnapshot last;

    ReloadingSecret(SecretSource source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    /** What was there at a time. */
    private record SecretSnapshot(Optional<String> value, long at) {
        @Override
        public String toString() {
            return "Reading";
        }
    }

    /** The secret, as it was at most a second ago; empty when it is not there, or cannot be read. */
    Optional<String> value() {
        SecretSnapshot known = last;
        return known != null && System.nanoTime() - known.at() < FRESH_NANOS ? known.value() : readValue();
    }

    /** As {@link #value}, when no file has to be read for that; else empty. */
    Optional<String> cachedValue() {
        SecretSnapshot read = last;
        boolean isFresh = read != null && System.nanoTime() - read.at() < FRESH_NANOS;
        return read != null && (isFresh || source instanceof SecretSource.EnvironmentVariable)
                ? read.value()
                : Optional.empty();
    }

    /** The secret at this moment. */
    Optional<String> readValue() {
        Optional<String> read;
        try {
            read = source.readSecret(environment);
        } catch (UncheckedIOException e) {
            read = Optional.empty();
        }
        last = new SecretSnapshot(read, System.nanoTime());
        return read;
    }

    /** What to do when it is not there. */
    String advice() {
        return source instanceof SecretSource.EnvironmentVariable variable
                ? "Set the environment variable " + variable.name() + " where the guard is started"
                : "Put it into the file " + ((SecretSource.SecretFile) source).file()
                        + ", which the guard must be able to read";
    }
}
