package dev.tenon.cli.calling;

import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
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
 * @param hook ends the session when the user interrupts the command
 */
record Session(McpClient client, Screen screen, boolean isJson, Wiretap wiretap, CallOptions options, Thread hook)
        implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofHours(24);

    /** Connects; {@code time} is how long an answer may take. */
    static Session open(
            Target target,
            ClientBuilder builder,
            ServerOptions server,
            Duration time,
            TraceLines lines,
            Screen screen) {
        Wiretap wiretap = new Wiretap();
        builder.limits(limits(time));
        if (server.trace || server.json) {
            builder.trace((direction, bytes) -> {
                if (server.trace) {
                    lines.message(direction, bytes);
                }
                if (server.json) { // Only a script is shown results as they came.
                    wiretap.message(direction, bytes);
                }
            });
        }
        if (server.revision != null) {
            builder.revisions(server.revision);
        }
        Cancellation cancellation = new Cancellation();
        McpClient client = builder.connect(target);
        Thread hook = new Thread(() -> interrupted(cancellation, client), "tenon-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        if (server.level != null) {
            client.logLevel(server.level);
        }
        CallOptions options = CallOptions.DEFAULT.withTime(time).cancelledBy(cancellation);
        return new Session(client, screen, server.json, wiretap, options, hook);
    }

    private static ClientLimits limits(Duration time) {
        ClientLimits usual = ClientLimits.DEFAULT;
        return usual.change()
                .callTime(time)
                .callHardStop(LONGEST)
                .connectTime(time.compareTo(usual.connectTime()) < 0 ? time : usual.connectTime())
                .probeTime(time.compareTo(usual.probeTime()) < 0 ? time : usual.probeTime())
                .build();
    }

    /** The server is told that nobody waits any more, and one that was started is ended. */
    private static void interrupted(Cancellation cancellation, McpClient client) {
        cancellation.cancel("The user interrupted the command");
        client.close();
    }

    /** Prints a result: for a script as the server gave it, or else in words. */
    void show(Supplier<Json> asGiven, Runnable inWords) {
        if (isJson) {
            screen.line(JsonText.compact(asGiven.get()));
        } else {
            inWords.run();
        }
    }

    /** Prints what a server says on its own while a command waits for something else. */
    static class Notes implements ClientListener {
        private final Screen screen;

        Notes(Screen screen) {
            this.screen = screen;
        }

        @Override
        public void log(LogParams message) {
            screen.note(words(message));
        }

        static String words(LogParams message) {
            String text =
                    Optional.ofNullable(message.data().string()).orElseGet(() -> JsonText.compact(message.data()));
            String logger = message.logger() == null ? "" : " " + Visible.line(message.logger());
            return "log " + message.level().wireName() + logger + ": " + Visible.line(text);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running, and closes the client.
            return;
        }
        client.close();
    }
}
