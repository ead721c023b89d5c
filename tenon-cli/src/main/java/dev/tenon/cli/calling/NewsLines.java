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

/** Prints what a server tells on its own: each thing on a line, with the time. */
final class NewsLines implements ClientListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Screen screen;
    private final boolean json;
    private final AtomicInteger lines = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    NewsLines(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    /** Whether so many lines have been printed; with null never. */
    boolean reached(@Nullable Integer count) {
        return count != null && lines.get() >= count;
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
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("time", Instant.now().toString());
            line.put("method", method);
            line.put("params", params);
            screen.line(JsonText.compact(Json.of(line)));
        } else {
            screen.line(time() + "  " + words);
        }
        lines.incrementAndGet();
    }

    private static String time() {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME);
    }
}
