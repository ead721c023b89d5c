package dev.tenon.guard.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a secret is: never in the configuration itself. */
public sealed interface SecretSource {
    /**
     * The secret as it is now.
     *
     * @param environment the environment of this process
     * @return empty when it is not there
     */
    Optional<String> readSecret(Map<String, String> environment);

    /** In a variable of the guard's environment. */
    record EnvironmentVariable(String name) implements SecretSource {
        @Override
        public Optional<String> readSecret(Map<String, String> environment) {
            return Optional.ofNullable(environment.get(name)).filter(secret -> !secret.isEmpty());
        }
    }

    /** In a file, without the white space around it. */
    record SecretFile(Path file) implements SecretSource {
        private static final int MAX_BYTES = 64 << 10;

        @Override
        public Optional<String> readSecret(Map<String, String> environment) {
            try {
                if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                    return Optional.empty();
                }
                return Optional.of(
                                Files.readString(file, StandardCharsets.UTF_8).strip())
                        .filter(secret -> !secret.isEmpty());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
