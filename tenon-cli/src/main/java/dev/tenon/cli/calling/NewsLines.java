package dev.tenon.cli.calling;

import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
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

/** Prints what a server tells on its own: each thing on a line, with the time, and no more than {@code count} lines. */
final class NewsLines implements ClientListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Screen screen;
    private final boolean json;
    private final @Nullable Integer count;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger printed = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    /** With null as {@code count} it prints all. */
    NewsLines(Screen screen, boolean json, @Nullable Integer count) {
        this.screen = screen;
        this.json = json;
        this.count = count;
    }

    /** Whether {@code count} lines have been printed; with null never. */
    boolean isComplete() {
        return count != null && printed.get() >= count;
    }

    @Override
    public void toolsChanged() {
        news("tools changed", "notifications/tools/list_changed", Map.of());
    }

    @Override
    public void promptsChanged() {
        news("prompts changed", "notifications/prompts/list_changed", Map.of());
    }

    @Override
    public void resourcesChanged() {
        news("resources changed", "notifications/resources/list_changed", Map.of());
    }

    @Override
    public void resourceUpdated(String uri) {
        news("updated " + Visible.line(uri), "notifications/resources/updated", Map.of("uri", uri));
    }

    @Override
    public void log(LogParams message) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("level", message.level().wireName());
        if (message.logger() != null) {
            params.put("logger", message.logger());
        }
        params.put("data", message.data());
        news(Session.Notes.words(message), "notifications/message", params);
    }

    @Override
    public void connectionLost(String reason) {
        screen.note(time() + "  the connection was lost: " + Visible.line(reason));
    }

    @Override
    public void connected(ServerInfo server) {
        if (connections.incrementAndGet() > 1) {
            screen.note(time() + "  connected again");
        }
    }

    private void news(String words, String method, Map<String, ?> params) {
        if (count != null && begun.getAndUpdate(lines -> Math.min(lines + 1, count)) >= count) {
            return;
        }
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("time", Instant.now().toString());
            line.put("method", method);
            line.put("params", params);
            screen.line(JsonText.compact(Json.of(line)));
        } else {
            screen.line(time() + "  " + words);
        }
        printed.incrementAndGet();
    }

    private static String time() {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME);
    }
}
