package dev.tenon.guard.runtime;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.internal.ToolListFetcher;
import dev.tenon.guard.pin.DefinitionDiff;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.Pin;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.server.call.CallerPrincipal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the tools of the servers behind, as they are now, with those that were approved. */
public record PinReview(GuardConfig config, GuardEnvironment environment) {
    /** What a tool of a server has become since it was approved. */
    public enum ReviewStatus {
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
    public record ReviewEntry(
            String server, String tool, ReviewStatus kind, Json definition, DefinitionDiff difference) {}

    /**
     * Asks every server for its tools, by starting or connecting to it.
     *
     * @throws dev.tenon.client.error.McpClientException when one does not answer
     * @throws RuntimeException what {@link ConfiguredGuard#of} throws
     */
    public List<ReviewEntry> compareTools() {
        List<ReviewEntry> entries = new ArrayList<>();
        TargetResolverFactory routes =
                new TargetResolverFactory(GuardCredentials.of(environment.environment()), environment);
        Optional<CallerPrincipal> nobody = Optional.empty();
        for (UpstreamConfig upstream : config.upstreams()) {
            ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                    .callTimeout(upstream.timeout())
                    .build();
            LeniencyPolicy tolerance =
                    (check, detail) -> upstream.policies().strictness().isTolerated(check);
            Map<String, Json> tools = ToolListFetcher.fetch(
                    routes.create(upstream).target(nobody), environment.self(), limits, tolerance);
            entries.addAll(compareTools(upstream.name(), tools));
        }
        return entries;
    }

    private List<ReviewEntry> compareTools(String server, Map<String, Json> tools) {
        PinStore pins = openPins();
        Map<String, Pin> before = pins.currentLock().servers().getOrDefault(server, new TreeMap<>());
        List<ReviewEntry> entries = new ArrayList<>();
        new TreeMap<>(tools).forEach((tool, definition) -> {
            ReviewStatus kind =
                    switch (pins.approvalStatus(server, tool, definition)) {
                        case APPROVED -> ReviewStatus.SAME;
                        case NEW -> ReviewStatus.NEW;
                        case CHANGED -> ReviewStatus.CHANGED;
                    };
            entries.add(new ReviewEntry(server, tool, kind, definition, pins.diff(server, tool, definition)));
        });
        before.forEach((tool, pin) -> {
            if (!tools.containsKey(tool)) {
                DefinitionDiff all = DefinitionDiff.between(pin.definition(), Json.EMPTY_OBJECT);
                entries.add(new ReviewEntry(server, tool, ReviewStatus.GONE, pin.definition(), all));
            }
        });
        return entries;
    }

    /**
     * Approves these as they are; those that are gone stay in the lock.
     *
     * @throws dev.tenon.guard.pin.PinLockException when it cannot be written
     */
    public void approve(List<ReviewEntry> entries) {
        Map<String, Map<String, Json>> byServer = new HashMap<>();
        for (ReviewEntry entry : entries) {
            if (entry.kind() != ReviewStatus.GONE) {
                byServer.computeIfAbsent(entry.server(), any -> new TreeMap<>()).put(entry.tool(), entry.definition());
            }
        }
        byServer.forEach(openPins()::approve);
    }

    private PinStore openPins() {
        return new PinStore(new PinLockFile(config.lockFile()), NewToolMode.BLOCK);
    }
}
