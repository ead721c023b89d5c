package dev.tenon.guard.running;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.credentials.Keyring;
import dev.tenon.guard.internal.ToolList;
import dev.tenon.guard.pin.Difference;
import dev.tenon.guard.pin.LockFile;
import dev.tenon.guard.pin.NewTools;
import dev.tenon.guard.pin.Pin;
import dev.tenon.guard.pin.Pins;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.server.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the tools of the servers behind, as they are now, with those that were approved. */
public record PinReview(GuardConfig config, Surroundings around) {
    /** What a tool of a server has become since it was approved. */
    public enum Kind {
        /** It is as it was approved. */
        SAME,
        /** Nobody has approved it. */
        NEW,
        /** It is another than the one that was approved. */
        CHANGED,
        /** It was approved, and is there no longer. */
        GONE
    }

    /**
     * One tool.
     *
     * @param definition what the server says of it now; of one that is gone, what was approved
     * @param difference what is different from what was approved
     */
    public record Entry(String server, String tool, Kind kind, Json definition, Difference difference) {}

    /**
     * Asks every server for its tools, by starting or connecting to it.
     *
     * @throws dev.tenon.client.McpClientException when one does not answer
     * @throws RuntimeException what {@link RunningGuard#of} throws
     */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        Routes routes = new Routes(Keyring.of(around.environment()), around);
        Optional<Principal> nobody = Optional.empty();
        for (Upstream upstream : config.upstreams()) {
            ClientLimits limits =
                    ClientLimits.DEFAULT.change().callTime(upstream.timeout()).build();
            Tolerance tolerance =
                    (check, detail) -> upstream.policies().exactness().allows(check);
            Map<String, Json> tools = ToolList.of(routes.to(upstream).target(nobody), around.self(), limits, tolerance);
            entries.addAll(entries(upstream.name(), tools));
        }
        return entries;
    }

    private List<Entry> entries(String server, Map<String, Json> tools) {
        Pins pins = pins();
        Map<String, Pin> before = pins.lock().servers().getOrDefault(server, new TreeMap<>());
        List<Entry> entries = new ArrayList<>();
        new TreeMap<>(tools).forEach((tool, definition) -> {
            Kind kind =
                    switch (pins.standing(server, tool, definition)) {
                        case APPROVED -> Kind.SAME;
                        case NEW -> Kind.NEW;
                        case CHANGED -> Kind.CHANGED;
                    };
            entries.add(new Entry(server, tool, kind, definition, pins.difference(server, tool, definition)));
        });
        before.forEach((tool, pin) -> {
            if (!tools.containsKey(tool)) {
                Difference all = Difference.between(pin.definition(), Json.EMPTY_OBJECT);
                entries.add(new Entry(server, tool, Kind.GONE, pin.definition(), all));
            }
        });
        return entries;
    }

    /**
     * Approves these as they are; those that are gone stay in the lock.
     *
     * @throws dev.tenon.guard.pin.LockException when it cannot be written
     */
    public void approve(List<Entry> entries) {
        Map<String, Map<String, Json>> byServer = new HashMap<>();
        for (Entry entry : entries) {
            if (entry.kind() != Kind.GONE) {
                byServer.computeIfAbsent(entry.server(), any -> new TreeMap<>()).put(entry.tool(), entry.definition());
            }
        }
        byServer.forEach(pins()::approve);
    }

    private Pins pins() {
        return new Pins(new LockFile(config.lock()), NewTools.BLOCK);
    }
}
