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
import dev.tenon.client.Trace;
import dev.tenon.json.Json;
import dev.tenon.model.LogParams;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the server that the command was told of, with all that a command needs beside it.
 *
 * @param options how calls are made
 * @param hook ends the session when the user interrupts the command
 */
record Session(McpClient client, Screen screen, Wiretap wiretap, CallOptions options, Thread hook)
        implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofHours(24);

    /**
     * What the command wants of its session.
     *
     * @param asked adds what the server may ask
     * @param isInteractive whether a person may be asked while a call waits
     */
    record Wishes(
            ServerOptions server,
            UnaryOperator<ClientBuilder> asked,
            ClientListener listener,
            String version,
            boolean isInteractive,
            TraceLines trace,
            LastWords words) {}

    /** Connects. */
    static Session open(List<String> command, String url, Screen screen, Wishes wishes) {
        ServerOptions server = wishes.server();
        Target target = command.isEmpty() ? Targets.url(url, server) : Targets.command(command, server, wishes.words());
        Wiretap wiretap = new Wiretap();
        Duration time = server.time(wishes.isInteractive());
        ClientBuilder builder = wishes.asked()
                .apply(McpClient.named("tenon", wishes.version()))
                .trace(trace(server, wishes.trace(), wiretap))
                .limits(limits(time))
                .listener(wishes.listener());
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
        return new Session(
                client, screen, wiretap, CallOptions.DEFAULT.withTime(time).cancelledBy(cancellation), hook);
    }

    /** Only a script is shown results as they came; nobody else pays for keeping them. */
    private static @Nullable Trace trace(ServerOptions server, Trace lines, Wiretap wiretap) {
        if (!server.json) {
            return server.trace ? lines : null;
        }
        return server.trace
                ? (direction, bytes) -> {
                    lines.message(direction, bytes);
                    wiretap.message(direction, bytes);
                }
                : wiretap;
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

    /** The result for a script. */
    void print(Json json) {
        screen.line(JsonText.compact(json));
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
