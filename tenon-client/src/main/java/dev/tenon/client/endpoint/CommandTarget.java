package dev.tenon.client.endpoint;

import dev.tenon.internal.text.Excerpts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that is started for its server (stdio transport). It runs without a shell; its children end with it.
 *
 * @param command the program and its arguments
 * @param environment its whole environment
 * @param directory where it runs, or null for where this program runs
 * @param stderrListener told each line of its standard error as it is, at most 8 KiB of it
 * @param stderrRedaction removes the secrets from such a line when it is quoted in the message of an exception
 * @param shutdownTimeout at the end: how long it has after its input was closed, and again after it was asked to
 *     terminate
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
    private static final Set<String> INHERITED_VARIABLES = Set.of(
            "APPDATA",
            "COMSPEC",
            "HOME",
            "HOMEDRIVE",
            "HOMEPATH",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LOCALAPPDATA",
            "LOGNAME",
            "PATH",
            "PATHEXT",
            "PROCESSOR_ARCHITECTURE",
            "SHELL",
            "SYSTEMDRIVE",
            "SYSTEMROOT",
            "TEMP",
            "TERM",
            "TMP",
            "TMPDIR",
            "TZ",
            "USER",
            "USERNAME",
            "USERPROFILE",
            "WINDIR",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME");

    public CommandTarget {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw new IllegalArgumentException("A command has a program to run");
        }
    }

    /**
     * A program that gets from this program's environment only what is harmless, such as {@code PATH} and {@code HOME}:
     * the rest may hold secrets that are no business of the server. Its standard error goes to the log {@code
     * dev.tenon.client.stderr}, level info, with what steers a terminal written as in JSON.
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
        // Windows does not tell the case of names apart.
        Map<String, String> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        System.getenv().forEach((name, value) -> {
            if (INHERITED_VARIABLES.contains(name.toUpperCase(java.util.Locale.ROOT))) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    /** With a variable of the environment more. */
    public CommandTarget withEnvironmentVariable(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new CommandTarget(command, more, directory, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** With all of this program's environment. */
    public CommandTarget withFullEnvironment() {
        Map<String, String> all = new LinkedHashMap<>(System.getenv());
        all.putAll(environment);
        return new CommandTarget(command, all, directory, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** Running somewhere else. */
    public CommandTarget withDirectory(@Nullable Path changed) {
        return new CommandTarget(command, environment, changed, stderrListener, stderrRedaction, shutdownTimeout);
    }

    /** With somebody else who is told each line of its standard error. */
    public CommandTarget withStderrListener(Consumer<String> changed) {
        return new CommandTarget(command, environment, directory, changed, stderrRedaction, shutdownTimeout);
    }

    /**
     * With secrets removed from what is quoted of its standard error. It is called for the last ten lines, when the
     * program has ended.
     */
    public CommandTarget withStderrRedaction(UnaryOperator<String> changed) {
        return new CommandTarget(command, environment, directory, stderrListener, changed, shutdownTimeout);
    }

    /** With more or less patience at the end. */
    public CommandTarget withShutdownTimeout(Duration changed) {
        return new CommandTarget(command, environment, directory, stderrListener, stderrRedaction, changed);
    }

    @Override
    public String label() {
        // The arguments may hold secrets.
        return command.get(0);
    }
}
