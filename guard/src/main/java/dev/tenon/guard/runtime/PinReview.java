package dev.tenon.guard.runtime;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.internal.forwarder.CircuitBreaker;
import dev.tenon.guard.internal.forwarder.UpstreamConnection;
import dev.tenon.guard.pin.DefinitionDiff;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.pin.PinnedDefinition;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the current tools of the upstream servers with the approved ones. */
public record PinReview(GuardConfig config, GuardEnvironment environment) {
    /** The status of a tool compared with its approval. */
    public enum ReviewStatus {
        /** The definition equals the approved one. */
        SAME,
        /** The tool is not approved. */
        NEW,
        /** The definition differs from the approved one. */
        CHANGED,
        /** The tool was approved, but the server no longer lists it. */
        GONE
    }

    /**
     * The review of one tool.
     *
     * @param definition the current definition; for a removed tool, the approved one
     * @param difference the difference from the approved definition
     */
    public record ReviewEntry(
            String server, String tool, ReviewStatus status, Json definition, DefinitionDiff difference) {}

    /**
     * Connects to or starts every upstream server and lists its tools.
     *
     * @return a review of each listed or approved tool, also of unchanged ones, by server in the order of the
     *     configuration
     * @throws dev.tenon.client.error.McpClientException if a server does not respond
     * @throws RuntimeException for the reasons of {@link ConfiguredGuard#of}
     */
    public List<ReviewEntry> compareTools() {
        List<ReviewEntry> entries = new ArrayList<>();
        TargetResolverFactory resolvers =
                new TargetResolverFactory(GuardCredentials.of(environment.environment()), environment);
        for (UpstreamConfig upstream : config.upstreams()) {
            ServerTarget target = resolvers.create(upstream).target(Optional.empty());
            entries.addAll(compare(upstream.name(), fetchTools(upstream, target)));
        }
        return entries;
    }

    /** Connects, lists the tools by name exactly as the server does, and disconnects. */
    private Map<String, Json> fetchTools(UpstreamConfig upstream, ServerTarget target) {
        Implementation self = environment.self();
        ClientBuilder builder = McpClient.builder(self.name(), self.version())
                .implementation(self)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .callTimeout(upstream.timeout())
                        .build());
        LeniencyPolicy tolerance =
                (check, detail) -> upstream.policies().strictness().isTolerated(check);
        CircuitBreaker breaker = new CircuitBreaker(target.label(), BreakerLimits.DEFAULT);
        try (UpstreamConnection connection =
                new UpstreamConnection(builder, target, ClientCapabilities.NONE, null, self, breaker, tolerance)) {
            return connection.toolDefinitions().fetchAndCacheAll();
        }
    }

    private List<ReviewEntry> compare(String server, Map<String, Json> tools) {
        PinStore pins = openPins();
        Map<String, PinnedDefinition> approved = pins.currentLock().servers().getOrDefault(server, new TreeMap<>());
        List<ReviewEntry> entries = new ArrayList<>();
        new TreeMap<>(tools).forEach((tool, definition) -> {
            ReviewStatus status =
                    switch (pins.approvalStatus(server, tool, definition)) {
                        case APPROVED -> ReviewStatus.SAME;
                        case NEW -> ReviewStatus.NEW;
                        case CHANGED -> ReviewStatus.CHANGED;
                    };
            entries.add(
                    new ReviewEntry(server, tool, status, definition, pins.diffFromApproved(server, tool, definition)));
        });
        approved.forEach((tool, pin) -> {
            if (!tools.containsKey(tool)) {
                DefinitionDiff difference = DefinitionDiff.between(pin.definition(), Json.EMPTY_OBJECT);
                entries.add(new ReviewEntry(server, tool, ReviewStatus.GONE, pin.definition(), difference));
            }
        });
        return entries;
    }

    /**
     * Approves these tools with their current definitions; removed tools stay in the lock file.
     *
     * @throws dev.tenon.guard.pin.PinFileException if the lock file cannot be written
     */
    public void approve(List<ReviewEntry> entries) {
        Map<String, Map<String, Json>> byServer = new HashMap<>();
        for (ReviewEntry entry : entries) {
            if (entry.status() != ReviewStatus.GONE) {
                byServer.computeIfAbsent(entry.server(), any -> new TreeMap<>()).put(entry.tool(), entry.definition());
            }
        }
        byServer.forEach(openPins()::approve);
    }

    private PinStore openPins() {
        return new PinStore(new PinLockFile(config.lockFile()), NewToolMode.BLOCK);
    }
}
