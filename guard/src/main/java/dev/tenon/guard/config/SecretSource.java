package dev.tenon.guard.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a secret is stored: never in the configuration file itself. */
public sealed interface SecretSource {
    /**
     * Reads the current value of the secret.
     *
     * @param environment the environment of this process
     * @return the secret; empty if it is missing
     */
    Optional<String> readSecret(Map<String, String> environment);

    /**
     * A variable in the environment of the guard.
     *
     * @param name the name of the variable
     */
    record EnvironmentVariable(String name) implements SecretSource {
        @Override
        public Optional<String> readSecret(Map<String, String> environment) {
            return Optional.ofNullable(environment.get(name)).filter(secret -> !secret.isEmpty());
        }
    }

    /**
     * A file of at most 64 KiB; leading and trailing white space is ignored.
     *
     * @param file the path of the file
     */
    record SecretFile(Path file) implements SecretSource {
        private static final int MAX_BYTES = 64 << 10;

        @Override
        public Optional<String> readSecret(Map<String, String> environment) {
            try {
                if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                    return Optional.empty();
                }
                return Optional.of(Files.readString(file).strip()).filter(secret -> !secret.isEmpty());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
