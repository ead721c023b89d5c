package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalJsonFormatter;
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
 * A connection to the server that the command was told of, with all that a command needs beside it.
 *
 * @param isJson whether results are printed for a script
 * @param options how calls are made
 * @param shutdownHook ends the session when the user interrupts the command
 */
record CommandSession(
        McpClient client,
        TerminalOutput screen,
        boolean isJson,
        RawResultRecorder recorder,
        CallOptions options,
        Thread shutdownHook)
        implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofHours(24);

    /** Connects; {@code time} is how long an answer may take. */
    static CommandSession open(
            ServerTarget target,
            ClientBuilder builder,
            ServerOptions server,
            Duration time,
            TracePrinter lines,
            TerminalOutput screen) {
        RawResultRecorder wiretap = new RawResultRecorder();
        builder.limits(createLimits(time));
        if (server.trace || server.json) {
            builder.tracer((direction, bytes) -> {
                if (server.trace) {
                    lines.onMessage(direction, bytes);
                }
                if (server.json) { // Only a script is shown results as they came.
                    wiretap.onMessage(direction, bytes);
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
        CallOptions options = CallOptions.DEFAULT.withTimeout(time).withCancellation(cancellation);
        return new CommandSession(client, screen, server.json, wiretap, options, hook);
    }

    private static ClientLimits createLimits(Duration time) {
        ClientLimits usual = ClientLimits.DEFAULT;
        return usual.toBuilder()
                .callTimeout(time)
                .maxCallTimeout(LONGEST)
                .connectTimeout(time.compareTo(usual.connectTimeout()) < 0 ? time : usual.connectTimeout())
                .probeTimeout(time.compareTo(usual.probeTimeout()) < 0 ? time : usual.probeTimeout())
                .build();
    }

    /** The server is told that nobody waits any more, and one that was started is ended. */
    private static void cancelAndClose(Cancellation cancellation, McpClient client) {
        cancellation.cancel("The user interrupted the command");
        client.close();
    }

    /** Prints a result: for a script as the server gave it, or else in words. */
    void printResult(Supplier<Json> asGiven, Runnable inWords) {
        if (isJson) {
            screen.printLine(TerminalJsonFormatter.formatCompact(asGiven.get()));
        } else {
            inWords.run();
        }
    }

    /** Prints what a server says on its own while a command waits for something else. */
    static class LogPrinter implements ClientListener {
        private final TerminalOutput screen;

        LogPrinter(TerminalOutput screen) {
            this.screen = screen;
        }

        @Override
        public void onLogMessage(LogParams message) {
            screen.printNote(describe(message));
        }

        static String describe(LogParams message) {
            String text = Optional.ofNullable(message.data().string())
                    .orElseGet(() -> TerminalJsonFormatter.formatCompact(message.data()));
            String logger = message.logger() == null ? "" : " " + TextEscaper.escapeLine(message.logger());
            return "log " + message.level().wireName() + logger + ": " + TextEscaper.escapeLine(text);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The hook is running, and closes the client.
            return;
        }
        client.close();
    }
}
