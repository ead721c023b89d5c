package dev.tenon.cli.client;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of all client commands for the server and the connection to it. */
final class ServerOptions {
    @Option(names = "--json", description = "Print only the result of the server, as unchanged JSON.")
    boolean json;

    @Option(
            names = "--revision",
            paramLabel = "REVISION",
            description = "Use this revision, such as 2025-11-25 (default: newest of the server).")
    @Nullable Revision revision;

    @Option(names = "--sse", description = "Use the legacy HTTP+SSE transport (2024-11-05).")
    boolean sse;

    @Option(
            names = "--header",
            paramLabel = HeaderOptionParser.LABEL,
            description = {
                "Add this header to every HTTP request (repeatable).",
                "For secrets use NAME:@FILE, or 'NAME:$${VARIABLE}' in single quotes."
            })
    List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Set this variable for the server command, besides PATH, HOME and similar.")
    List<String> environment = List.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "Run the server command in this directory (default: current directory).")
    @Nullable Path directory;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = {
                "Set the time limit for a response; progress restarts it (default: 60,",
                "or 600 at a terminal, where the server may request user input)."
            })
    @Nullable Integer timeout;

    @Option(names = "--trace", description = "Print every message to standard error, without hiding secrets.")
    boolean trace;

    @Option(
            names = "--log",
            paramLabel = "LEVEL",
            description = {
                "Print log messages of the server to standard error, from this level on: debug,",
                "info, notice, warning, error, critical, alert or emergency."
            })
    @Nullable LogLevel level;

    /**
     * Returns the timeout for a response. The default is longer if the user can be prompted meanwhile.
     *
     * @throws dev.tenon.cli.error.CommandFailedException if the option is less than 1 second
     */
    Duration timeout(boolean isInteractive) {
        if (timeout == null) {
            return Duration.ofSeconds(isInteractive ? 600 : 60);
        }
        if (timeout < 1) {
            throw usageError("--timeout " + timeout + " is invalid. Write a positive number of seconds.");
        }
        return Duration.ofSeconds(timeout);
    }

    /** Registers the converters for the types of these options. */
    static void registerConverters(CommandLine line) {
        List<String> revisions =
                Revision.newestFirst().stream().map(Revision::wireName).toList();
        List<String> levels =
                Arrays.stream(LogLevel.values()).map(LogLevel::wireName).toList();
        line.registerConverter(Revision.class, text -> requireKnown(Revision.of(text), text, "revision", revisions));
        line.registerConverter(LogLevel.class, text -> requireKnown(LogLevel.of(text), text, "level", levels));
    }

    private static <T> T requireKnown(Optional<T> value, String text, String kind, List<String> all) {
        return value.orElseThrow(() -> new TypeConversionException(
                "'" + text + "' is not a known " + kind + ". Known: " + String.join(", ", all) + "."));
    }
}
