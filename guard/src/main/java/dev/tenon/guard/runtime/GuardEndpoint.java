package dev.tenon.guard.runtime;

import dev.tenon.guard.aggregate.AggregateMember;
import dev.tenon.guard.aggregate.ServerAggregate;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Implementation;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A downstream endpoint for one upstream server, or for several as an aggregate. */
final class GuardEndpoint {
    /** The path of the endpoint over standard input and output. */
    private static final String STDIO_PATH = "";

    private final String path;
    private final boolean isShared;
    private final UpstreamRegistry upstreams;
    private final ServerAggregate aggregate;
    private final McpServer server;

    GuardEndpoint(String path, boolean isShared, Implementation self, Limits limits, UpstreamRegistry upstreams) {
        this.path = path;
        this.isShared = isShared;
        this.upstreams = upstreams;
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        this.aggregate = new ServerAggregate(self, keys, members(), upstreams.executor());
        this.server = McpServer.builder(self.name(), self.version())
                .limits(limits)
                .stateKeys(keys)
                .forwarder(aggregate, this::toleratesViolation)
                .build();
    }

    private Stream<UpstreamRegistry.UpstreamEntry> servedUpstreams() {
        return upstreams.entries().stream()
                .filter(entry -> entry.settings().path().map(path::equals).orElse(isShared));
    }

    /**
     * Returns whether all upstream servers of this endpoint allow the violation, as the target server is not known yet.
     */
    private boolean toleratesViolation(LeniencyPolicy.ProtocolCheck check, String detail) {
        List<LeniencyPolicy> all =
                servedUpstreams().map(entry -> entry.server().leniencyPolicy()).toList();
        return !all.isEmpty() && all.stream().allMatch(policy -> policy.allows(check, detail));
    }

    private List<AggregateMember> members() {
        return servedUpstreams()
                .map(entry -> new AggregateMember(
                        entry.settings().name(), entry.settings().prefix(), entry.server()))
                .toList();
    }

    /** Applies changes of the upstream servers. */
    void updateMembers() {
        aggregate.replaceMembers(members());
    }

    McpServer server() {
        return server;
    }

    void close(Duration grace) {
        server.close(grace);
        aggregate.close();
    }

    /**
     * Returns the paths of a configuration: the shared one if any upstream has no path of its own, and the own ones.
     */
    static Set<String> paths(GuardConfig config) {
        String sharedPath = sharedPath(config);
        Set<String> paths = new LinkedHashSet<>();
        config.upstreams().forEach(upstream -> paths.add(upstream.path().orElse(sharedPath)));
        return paths;
    }

    /** Returns the path of upstream servers without a path of their own. */
    static String sharedPath(GuardConfig config) {
        return config.listen() instanceof ListenConfig.HttpListenConfig http ? http.path() : STDIO_PATH;
    }
}
