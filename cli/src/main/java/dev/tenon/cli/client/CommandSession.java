package dev.tenon.cli.client;

import static dev.tenon.cli.terminal.TerminalJsonFormatter.formatCompact;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.model.LogParams;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A connection to the server of a command, with the settings of that command.
 *
 * @param isJson whether results are printed as JSON
 * @param options the options of calls
 * @param shutdownHook closes the client when the user interrupts the command
 */
record CommandSession(
        McpClient client,
        TerminalOutput screen,
        boolean isJson,
        RawResultRecorder recorder,
        CallOptions options,
        Thread shutdownHook)
        implements AutoCloseable {
    private static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    /** Connects to the server; {@code timeout} limits the time for a response. */
    static CommandSession open(
            ServerTarget target,
            ClientBuilder builder,
            ServerOptions server,
            Duration timeout,
            TracePrinter trace,
            TerminalOutput screen) {
        RawResultRecorder recorder = new RawResultRecorder();
        builder.limits(createLimits(timeout));
        if (server.trace || server.json) {
            builder.tracer((direction, bytes) -> {
                if (server.trace) {
                    trace.onMessage(direction, bytes);
                }
                if (server.json) { // Text output does not need the raw results.
                    recorder.onMessage(direction, bytes);
                }
            });
        }
        if (server.revision != null) {
            builder.revisions(server.revision);
        }
        Cancellation cancellation = new Cancellation();
        McpClient client = builder.connect(target);
        Thread hook = new Thread(() -> cancelAndClose(cancellation, client), "tenon-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        if (server.level != null) {
            client.setLogLevel(server.level);
        }
        CallOptions options = CallOptions.DEFAULT.withTimeout(timeout).withCancellation(cancellation);
        return new CommandSession(client, screen, server.json, recorder, options, hook);
    }

    private static ClientLimits createLimits(Duration timeout) {
        ClientLimits defaults = ClientLimits.DEFAULT;
        return defaults.toBuilder()
                .callTimeout(timeout)
                .maxCallTimeout(MAX_TIMEOUT)
                .connectTimeout(timeout.compareTo(defaults.connectTimeout()) < 0 ? timeout : defaults.connectTimeout())
                .probeTimeout(timeout.compareTo(defaults.probeTimeout()) < 0 ? timeout : defaults.probeTimeout())
                .build();
    }

    /** Cancels the call and closes the client, which terminates a server process that it started. */
    private static void cancelAndClose(Cancellation cancellation, McpClient client) {
        cancellation.cancel("The user interrupted the command");
        client.close();
    }

    /** Prints a result: as raw JSON, or as text for users. */
    void printResult(Supplier<Json> rawResult, Runnable printText) {
        if (isJson) {
            screen.printLine(formatCompact(rawResult.get()));
        } else {
            printText.run();
        }
    }

    /** Prints the log messages of the server while a command waits for a result. */
    record LogPrinter(TerminalOutput screen) implements ClientListener {
        @Override
        public void onLogMessage(LogParams message) {
            screen.printNote(describe(message));
        }

        static String describe(LogParams message) {
            String text = Optional.ofNullable(message.data().string()).orElseGet(() -> formatCompact(message.data()));
            String logger = message.logger() == null ? "" : " " + TextEscaper.escapeLine(message.logger());
            return "log " + message.level().wireName() + logger + ": " + TextEscaper.escapeLine(text);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The hook is already running and closes the client.
            return;
        }
        client.close();
    }
}
