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

/** One endpoint in front: of one server, which is passed on as it is, or of several, which are joined. */
final class GuardEndpoint {
    /** The path where the front has none. */
    private static final String STDIO_PATH = "";

    private final String path;
    private final boolean isCommon;
    private final UpstreamRegistry crew;
    private final ServerAggregate joint;
    private final McpServer server;

    GuardEndpoint(String path, boolean isCommon, Implementation self, Limits limits, UpstreamRegistry crew) {
        this.path = path;
        this.isCommon = isCommon;
        this.crew = crew;
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        this.joint = new ServerAggregate(self, keys, members(), crew.executor());
        this.server = McpServer.builder(self.name(), self.version())
                .limits(limits)
                .stateKeys(keys)
                .forwarder(joint, this::allows)
                .build();
    }

    private Stream<UpstreamRegistry.UpstreamEntry> entries() {
        return crew.entries().stream()
                .filter(hand -> hand.settings().path().map(path::equals).orElse(isCommon));
    }

    /** Who is spoken to is not known yet: every server behind must allow it. */
    private boolean allows(LeniencyPolicy.ProtocolCheck check, String detail) {
        List<LeniencyPolicy> all =
                entries().map(hand -> hand.server().leniencyPolicy()).toList();
        return !all.isEmpty() && all.stream().allMatch(each -> each.allows(check, detail));
    }

    private List<AggregateMember> members() {
        return entries()
                .map(hand -> new AggregateMember(
                        hand.settings().name(), hand.settings().prefix(), hand.server()))
                .toList();
    }

    /** The crew has changed. */
    void updateMembers() {
        joint.replaceMembers(members());
    }

    McpServer server() {
        return server;
    }

    void close(Duration grace) {
        server.close(grace);
        joint.close();
    }

    /** The paths of a configuration: the common one, where any server has no own, and the own ones. */
    static Set<String> paths(GuardConfig config) {
        String common = commonPath(config);
        Set<String> paths = new LinkedHashSet<>();
        config.upstreams().forEach(upstream -> paths.add(upstream.path().orElse(common)));
        return paths;
    }

    /** The path of servers that have none of their own. */
    static String commonPath(GuardConfig config) {
        return config.listen() instanceof ListenConfig.HttpListenConfig http ? http.path() : STDIO_PATH;
    }
}
