package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.ClientListener;
import dev.tenon.client.ServerInfo;
import dev.tenon.json.Json;
import dev.tenon.model.LogParams;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
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
        printNotificationUnlessComplete("tools changed", "notifications/tools/list_changed", Map.of());
    }

    @Override
    public void onPromptsChanged() {
        printNotificationUnlessComplete("prompts changed", "notifications/prompts/list_changed", Map.of());
    }

    @Override
    public void onResourcesChanged() {
        printNotificationUnlessComplete("resources changed", "notifications/resources/list_changed", Map.of());
    }

    @Override
    public void onResourceUpdated(String uri) {
        printNotificationUnlessComplete(
                "updated " + TextEscaper.escapeLine(uri), "notifications/resources/updated", Map.of("uri", uri));
    }

    @Override
    public void onLogMessage(LogParams message) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("level", message.level().wireName());
        if (message.logger() != null) {
            params.put("logger", message.logger());
        }
        params.put("data", message.data());
        printNotificationUnlessComplete(CommandSession.LogPrinter.describe(message), "notifications/message", params);
    }

    @Override
    public void onConnectionLost(String reason) {
        screen.printNote(currentTime() + "  the connection was lost: " + TextEscaper.escapeLine(reason));
    }

    @Override
    public void onConnected(ServerInfo server) {
        if (connections.incrementAndGet() > 1) {
            screen.printNote(currentTime() + "  connected again");
        }
    }

    /** Prints the notification as one line; drops it after {@code count} lines. */
    private void printNotificationUnlessComplete(String text, String method, Map<String, ?> params) {
        if (count != null && started.getAndUpdate(lines -> Math.min(lines + 1, count)) >= count) {
            return;
        }
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("time", Instant.now().toString());
            line.put("method", method);
            line.put("params", params);
            screen.printLine(TerminalJsonFormatter.formatCompact(Json.of(line)));
        } else {
            screen.printLine(currentTime() + "  " + text);
        }
        printed.incrementAndGet();
    }

    private static String currentTime() {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME);
    }
}
