package dev.tenon.guard.pin;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All approved tools, by server and tool name.
 *
 * @param servers the pins, sorted by name of the server and of the tool
 */
public record PinLock(SortedMap<String, SortedMap<String, PinnedDefinition>> servers) {
    /** A lock without approvals. */
    public static final PinLock EMPTY = new PinLock(new TreeMap<>());

    public PinLock {
        SortedMap<String, SortedMap<String, PinnedDefinition>> copy = new TreeMap<>();
        servers.forEach((server, pins) -> copy.put(server, Collections.unmodifiableSortedMap(new TreeMap<>(pins))));
        servers = Collections.unmodifiableSortedMap(copy);
    }

    /** Returns whether the server is known, even if none of its tools is approved. */
    public boolean hasServer(String server) {
        return servers.containsKey(server);
    }

    /** Returns the number of approved tools of a server. */
    int pinCount(String server) {
        SortedMap<String, PinnedDefinition> pins = servers.get(server);
        return pins == null ? 0 : pins.size();
    }

    /** Returns the pin of a tool. */
    public Optional<PinnedDefinition> findPin(String server, String tool) {
        return Optional.ofNullable(servers.get(server)).map(pins -> pins.get(tool));
    }

    /**
     * Returns this lock with these pins of a server instead of its present ones; if empty, the server is known and has
     * no approved tools.
     */
    public PinLock withPinsReplaced(String server, Map<String, PinnedDefinition> pins) {
        SortedMap<String, SortedMap<String, PinnedDefinition>> updated = new TreeMap<>(servers);
        updated.put(server, new TreeMap<>(pins));
        return new PinLock(updated);
    }
}
