package dev.tenon.cli.client;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.MessageTracer;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import dev.tenon.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Records the results of the server unchanged, for JSON output. They include members that this program does not know.
 */
final class RawResultRecorder implements MessageTracer {
    private static final JsonReader READER = new JsonReader(ClientLimits.DEFAULT.json());

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Json, String> pendingMethods = new LinkedHashMap<>();
    private final Map<String, List<Json>> results = new LinkedHashMap<>();

    @Override
    public void onMessage(TraceDirection direction, byte[] bytes) {
        try {
            Json message = READER.read(bytes);
            lock.lock();
            try {
                List<Json> all = message.kind() == JsonKind.ARRAY ? message.elements() : List.of(message);
                all.forEach(direction == TraceDirection.SENT ? this::onSent : this::onReceived);
            } finally {
                lock.unlock();
            }
        } catch (JsonException e) {
            // The client reports invalid messages to the callers.
        }
    }

    private void onSent(Json message) {
        Json id = message.get("id");
        Json method = message.get("method");
        if (id != null && method != null && method.string() != null) {
            pendingMethods.put(id.toDetached(), method.string());
        }
    }

    private void onReceived(Json message) {
        Json id = message.get("id");
        Json result = message.get("result");
        String method = id == null || message.get("method") != null ? null : pendingMethods.remove(id);
        if (method != null && result != null) {
            results.computeIfAbsent(method, name -> new ArrayList<>()).add(result);
        }
    }

    /** Removes and returns the results of this method, oldest first. */
    private List<Json> takeResults(String method) {
        lock.lock();
        try {
            return Objects.requireNonNullElse(results.remove(method), List.of());
        } finally {
            lock.unlock();
        }
    }

    /** Removes the results of this method and returns the newest. */
    Json takeNewest(String method) {
        List<Json> taken = takeResults(method);
        return taken.isEmpty() ? Json.EMPTY_OBJECT : taken.get(taken.size() - 1);
    }

    /** Merges the pages of a list into one result: the members of the first page, and the items of all pages. */
    Json takeMergedPages(String method, String items) {
        List<Json> pages = takeResults(method);
        if (pages.size() == 1) {
            return pages.get(0);
        }
        List<Json> all = new ArrayList<>();
        for (Json page : pages) {
            Json some = page.get(items);
            all.addAll(some == null ? List.of() : some.elements());
        }
        Json first = pages.isEmpty() ? Json.EMPTY_OBJECT : pages.get(0);
        return first.withoutMember("nextCursor").withMember(items, Json.of(all));
    }

    /** Removes the pages of a list and returns the item with this name. */
    Json takeItem(String method, String items, String name) {
        Json all = takeMergedPages(method, items).get(items);
        Stream<Json> candidates = all == null ? Stream.of() : all.elements().stream();
        return candidates
                .filter(item -> Json.of(name).equals(item.get("name")))
                .findFirst()
                .orElse(Json.EMPTY_OBJECT);
    }
}
