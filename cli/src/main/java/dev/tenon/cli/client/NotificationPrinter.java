package dev.tenon.cli.client;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.client.ClientListener;
import dev.tenon.client.ServerInfo;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.LogParams;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Prints the notifications of a server, each on a line with the time, up to {@code count} lines. */
final class NotificationPrinter implements ClientListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final TerminalOutput screen;
    private final boolean json;
    private final @Nullable Integer count;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger printed = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    /** Creates the printer; with null as {@code count} it prints all notifications. */
    NotificationPrinter(TerminalOutput screen, boolean json, @Nullable Integer count) {
        this.screen = screen;
        this.json = json;
        this.count = count;
    }

    /** Returns whether {@code count} lines have been printed; with null it is always false. */
    boolean isComplete() {
        return count != null && printed.get() >= count;
    }

    @Override
    public void onToolsChanged() {
        printNotificationUnlessComplete("tools changed", "notifications/tools/list_changed", Json.EMPTY_OBJECT);
    }

    @Override
    public void onPromptsChanged() {
        printNotificationUnlessComplete("prompts changed", "notifications/prompts/list_changed", Json.EMPTY_OBJECT);
    }

    @Override
    public void onResourcesChanged() {
        printNotificationUnlessComplete("resources changed", "notifications/resources/list_changed", Json.EMPTY_OBJECT);
    }

    @Override
    public void onResourceUpdated(String uri) {
        Json params = Json.of(Map.of("uri", uri));
        printNotificationUnlessComplete("updated " + escapeLine(uri), "notifications/resources/updated", params);
    }

    @Override
    public void onLogMessage(LogParams message) {
        JsonWriter params = new JsonWriter()
                .beginObject()
                .fieldUnlessNull("level", message.level().wireName());
        params.fieldUnlessNull("logger", message.logger())
                .fieldUnlessNull("data", message.data())
                .endObject();
        String text = CommandSession.LogPrinter.describe(message);
        printNotificationUnlessComplete(text, "notifications/message", params.toJson());
    }

    @Override
    public void onConnectionLost(String reason) {
        screen.printNote(currentTime() + "  the connection was lost: " + escapeLine(reason));
    }

    @Override
    public void onConnected(ServerInfo server) {
        if (connections.incrementAndGet() > 1) {
            screen.printNote(currentTime() + "  connected again");
        }
    }

    /** Prints the notification as one line; drops it after {@code count} lines. */
    private void printNotificationUnlessComplete(String text, String method, Json params) {
        if (count != null && started.getAndUpdate(lines -> Math.min(lines + 1, count)) >= count) {
            return;
        }
        if (json) {
            JsonWriter line = new JsonWriter()
                    .beginObject()
                    .fieldUnlessNull("time", Instant.now().toString());
            line.fieldUnlessNull("method", method)
                    .fieldUnlessNull("params", params)
                    .endObject();
            screen.printLine(TerminalJsonFormatter.formatCompact(line.toJson()));
        } else {
            screen.printLine(currentTime() + "  " + text);
        }
        printed.incrementAndGet();
    }

    private static String currentTime() {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME);
    }
}
