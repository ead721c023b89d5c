package dev.tenon.guard.config;

import dev.tenon.guard.config.internal.ConfigReader;
import dev.tenon.guard.config.internal.ConfigSchemaValidator;
import dev.tenon.guard.config.internal.ConfigSection;
import dev.tenon.guard.config.internal.PolicyReader;
import dev.tenon.guard.config.internal.YamlReader;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the configuration file of a guard. */
public final class GuardConfigFile {
    private static final int MAX_BYTES = 1 << 20;

    private GuardConfigFile() {}

    /**
     * Reads a configuration file of at most 1 MiB. Relative paths in it are resolved against its directory.
     *
     * @throws ConfigException if the file is invalid, with the line of every problem
     * @throws IOException if the file cannot be read
     */
    public static GuardConfig read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new ConfigException(
                    file.toString(), List.of(new ConfigProblem(1, "the file is larger than " + MAX_BYTES + " bytes")));
        }
        Path directory = file.toAbsolutePath().normalize().getParent();
        return parse(file.toString(), Files.readString(file), directory == null ? file : directory);
    }

    /**
     * Parses the text of a configuration file.
     *
     * @param source the name of the file in messages
     * @param text the text, in YAML
     * @param directory the directory against which relative paths are resolved
     * @throws ConfigException if the text is invalid, with the line of every problem
     */
    public static GuardConfig parse(String source, String text, Path directory) {
        return ConfigReader.read(source, directory, YamlReader.read(source, text));
    }

    /** Returns the JSON Schema of the file, for editors; published as {@code guard-config.schema.json}. */
    public static Json schema() {
        return ConfigSchemaValidator.SCHEMA;
    }

    /**
     * Returns the default policies of an upstream server.
     *
     * @param pins the mode of the pins policy
     */
    public static PolicySettings defaultPolicies(EnforcementMode pins) {
        return PolicyReader.withDefaults(ConfigSection.empty()).readSettings(pins);
    }
}
