package dev.tenon.cli.client;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What all calling commands can be told about the server and the way to it. */
final class ServerOptions {
    @Option(
            names = "--json",
            description = "Print the result as JSON, exactly as the server gave it, and nothing else.")
    boolean json;

    @Option(
            names = "--revision",
            paramLabel = "REVISION",
            description = "Speak this revision, such as 2025-11-25. By default the newest that the server knows.")
    @Nullable Revision revision;

    @Option(names = "--sse", description = "Speak the old HTTP+SSE transport of 2024-11-05.")
    boolean sse;

    @Option(
            names = "--header",
            paramLabel = HeaderOptionParser.LABEL,
            description = "Send this header with every HTTP request. Can be given more than once. Keep secrets off the"
                    + " command line: NAME:@FILE, or 'NAME:$${VARIABLE}' in single quotes.")
    List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Give the command of the server this variable, besides PATH, HOME and the like.")
    List<String> environment = List.of();

    @Option(names = "--cwd", paramLabel = "DIR", description = "Run the command of the server in this directory.")
    @Nullable Path directory;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description =
                    "How long to wait for an answer, from the last news of its progress on. By default 60, and 600 at"
                            + " a terminal, where the server may ask.")
    @Nullable Integer timeout;

    @Option(
            names = "--trace",
            description =
                    "Print each message to standard error, with its direction and the time. Secrets are not hidden.")
    boolean trace;

    @Option(
            names = "--log",
            paramLabel = "LEVEL",
            description = "Print log messages of the server from this level on to standard error: debug, info, notice,"
                    + " warning, error, critical, alert or emergency.")
    @Nullable LogLevel level;

    /** How long to wait for an answer. A person who is asked something takes longer than a program. */
    Duration timeout(boolean isInteractive) {
        if (timeout == null) {
            return Duration.ofSeconds(isInteractive ? 600 : 60);
        }
        if (timeout < 1) {
            throw CommandFailedException.usageError(
                    "--timeout " + timeout + " is no time to wait. Write a number of seconds.");
        }
        return Duration.ofSeconds(timeout);
    }

    /** Has the command line read the types of these options. */
    static void registerConverters(CommandLine line) {
        line.registerConverter(
                Revision.class,
                text -> requireKnown(
                        Revision.of(text),
                        text,
                        "revision",
                        Revision.newestFirst().stream().map(Revision::wireName)));
        line.registerConverter(
                LogLevel.class,
                text -> requireKnown(
                        LogLevel.of(text),
                        text,
                        "level",
                        Arrays.stream(LogLevel.values()).map(LogLevel::wireName)));
    }

    private static <T> T requireKnown(Optional<T> value, String text, String kind, Stream<String> all) {
        return value.orElseThrow(() -> new TypeConversionException(
                "'" + text + "' is no " + kind + ". There are: " + all.collect(Collectors.joining(", ")) + "."));
    }
}
