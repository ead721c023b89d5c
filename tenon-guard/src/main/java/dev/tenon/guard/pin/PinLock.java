package dev.tenon.guard.pin;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that was approved: tools by name, for each server by its name.
 *
 * @param servers sorted by name, as the tools in each are
 */
public record PinLock(SortedMap<String, SortedMap<String, Pin>> servers) {
    /** Nothing was approved. */
    public static final PinLock EMPTY = new PinLock(new TreeMap<>());

    public PinLock {
        SortedMap<String, SortedMap<String, Pin>> copy = new TreeMap<>();
        servers.forEach((server, pins) -> copy.put(server, Collections.unmodifiableSortedMap(new TreeMap<>(pins))));
        servers = Collections.unmodifiableSortedMap(copy);
    }

    /** Whether anything of that server was ever approved. */
    public boolean hasServer(String server) {
        return servers.containsKey(server);
    }

    /** How many tools of that server are approved. */
    int pinCount(String server) {
        SortedMap<String, Pin> pins = servers.get(server);
        return pins == null ? 0 : pins.size();
    }

    /** The pin of a tool. */
    public Optional<Pin> pin(String server, String tool) {
        SortedMap<String, Pin> pins = servers.get(server);
        return pins == null ? Optional.empty() : Optional.ofNullable(pins.get(tool));
    }

    /**
     * With these pins for a server in place of those it has; with none, the server is known and nothing of it is
     * approved.
     */
    public PinLock withPins(String server, Map<String, Pin> pins) {
        SortedMap<String, SortedMap<String, Pin>> changed = new TreeMap<>(servers);
        changed.put(server, new TreeMap<>(pins));
        return new PinLock(changed);
    }
}
