package dev.tenon.guard.config;

import dev.tenon.guard.config.internal.ConfigReader;
import dev.tenon.guard.config.internal.ConfigSchemaValidator;
import dev.tenon.guard.config.internal.YamlReader;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A guard as it is configured.
 *
 * @param listen how clients reach it
 * @param upstreams the servers behind it, at least one
 * @param limits bounds on the whole
 * @param audit the audit file, if there is one
 * @param telemetry what is reported of the guard, if anything
 * @param lockFile where approved definitions of tools are kept
 */
public record GuardConfig(
        ListenConfig listen,
        List<UpstreamConfig> upstreams,
        LimitSettings limits,
        Optional<AuditConfig> audit,
        Optional<TelemetryConfig> telemetry,
        Path lockFile) {
    private static final int MAX_BYTES = 1 << 20;

    public GuardConfig {
        upstreams = List.copyOf(upstreams);
    }

    /**
     * Reads a file. Relative paths in it count from where it is.
     *
     * @throws ConfigException when it cannot be used, with the line of every mistake
     * @throws IOException when it cannot be read
     */
    public static GuardConfig read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new ConfigException(
                    file.toString(), List.of(new ConfigProblem(1, "the file is larger than " + MAX_BYTES + " bytes")));
        }
        Path directory = file.toAbsolutePath().normalize().getParent();
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return parse(file.toString(), text, directory == null ? file : directory);
    }

    /**
     * Reads the text of a file.
     *
     * @param source its name for messages
     * @param directory where relative paths in it count from
     * @throws ConfigException when it cannot be used, with the line of every mistake
     */
    public static GuardConfig parse(String source, String text, Path directory) {
        return new ConfigReader(source, directory).read(YamlReader.read(source, text));
    }

    /** The JSON Schema of the file, for editors: {@code guard-config.schema.json} of the pages. */
    public static Json schema() {
        return ConfigSchemaValidator.SCHEMA;
    }
}
