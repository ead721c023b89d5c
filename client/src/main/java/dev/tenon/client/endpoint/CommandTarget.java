package dev.tenon.client.endpoint;

import dev.tenon.internal.text.Excerpts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that the client starts as a child process (stdio transport). It runs without a shell; its own child
 * processes end with it.
 *
 * @param command the program and its arguments
 * @param environment the complete environment of the process
 * @param directory the working directory, or null for that of this JVM
 * @param stderrListener receives each line of the standard error of the process, unmodified, at most 8 KiB of it
 * @param stderrRedaction removes secrets from a line of standard error before an exception message quotes it
 * @param shutdownTimeout on closing: how long the client waits after it has closed the standard input of the process,
 *     and again after it has asked the process to terminate
 */
public record CommandTarget(
        List<String> command,
        Map<String, String> environment,
        @Nullable Path directory,
        Consumer<String> stderrListener,
        UnaryOperator<String> stderrRedaction,
        Duration shutdownTimeout)
        implements ServerTarget {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client.stderr");
    private static final Set<String> INHERITED_VARIABLES = Set.of("""
            APPDATA COMSPEC HOME HOMEDRIVE HOMEPATH JAVA_HOME LANG LC_ALL LOCALAPPDATA LOGNAME PATH PATHEXT
            PROCESSOR_ARCHITECTURE SHELL SYSTEMDRIVE SYSTEMROOT TEMP TERM TMP TMPDIR TZ USER USERNAME USERPROFILE
            WINDIR XDG_CACHE_HOME XDG_CONFIG_HOME
            """.split("\\s+"));

    public CommandTarget {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw new IllegalArgumentException("The command must name a program");
        }
    }

    /**
     * Returns a target whose process inherits only harmless environment variables, such as {@code PATH} and {@code
     * HOME}, because the others may hold secrets. Its standard error is logged by {@code dev.tenon.client.stderr} at
     * level info, with control characters escaped as in JSON. The shutdown timeout is 2 seconds.
     */
    public static CommandTarget of(List<String> command) {
        return new CommandTarget(
                command,
                inheritedEnvironment(),
                null,
                CommandTarget::logStderrLine,
                UnaryOperator.identity(),
                Duration.ofSeconds(2));
    }

    private static void logStderrLine(String line) {
        if (LOG.isInfoEnabled()) {
            LOG.info("{}", Excerpts.escapeInvisible(line, line.length()));
        }
    }

    private static Map<String, String> inheritedEnvironment() {
        // Names of environment variables are case-insensitive on Windows.
        Map<String, String> inherited = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        System.getenv().forEach((name, value) -> {
            if (INHERITED_VARIABLES.contains(name.toUpperCase(Locale.ROOT))) {
                inherited.put(name, value);
            }
        });
        return inherited;
    }

    /** Returns this target with an additional environment variable. */
    public CommandTarget withEnvironmentVariable(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new CommandTarget(command, more, directory, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** Returns this target with the complete environment of this JVM. */
    public CommandTarget withFullEnvironment() {
        Map<String, String> all = new LinkedHashMap<>(System.getenv());
        all.putAll(environment);
        return new CommandTarget(command, all, directory, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** Returns this target with another working directory; null for that of this JVM. */
    public CommandTarget withDirectory(@Nullable Path changed) {
        return new CommandTarget(command, environment, changed, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** Returns this target with another listener for the lines of standard error. */
    public CommandTarget withStderrListener(Consumer<String> changed) {
        return new CommandTarget(command, environment, directory, changed, stderrRedaction, shutdownTimeout);
    }

    /**
     * Returns this target with another redaction of quoted standard error. It is called for the last ten lines, after
     * the process has ended.
     */
    public CommandTarget withStderrRedaction(UnaryOperator<String> changed) {
        return new CommandTarget(command, environment, directory, stderrListener, changed, shutdownTimeout);
    }

    /** Returns this target with another shutdown timeout. */
    public CommandTarget withShutdownTimeout(Duration changed) {
        return new CommandTarget(command, environment, directory, stderrListener, stderrRedaction, changed);
    }

    @Override
    public String label() {
        // The arguments may hold secrets.
        return command.get(0);
    }
}
