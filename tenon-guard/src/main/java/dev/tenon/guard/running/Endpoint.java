package dev.tenon.guard.running;

import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.joint.Joint;
import dev.tenon.guard.joint.Member;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Implementation;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.StateKeys;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** One endpoint in front: of one server, which is passed on as it is, or of several, which are joined. */
final class Endpoint {
    /** The path where the front has none. */
    private static final String ONLY = "";

    private final String path;
    private final boolean isCommon;
    private final Crew crew;
    private final Joint joint;
    private final McpServer server;

    Endpoint(String path, boolean isCommon, Implementation self, Limits limits, Crew crew) {
        this.path = path;
        this.isCommon = isCommon;
        this.crew = crew;
        StateKeys keys = StateKeys.random();
        this.joint = new Joint(self, keys, members(), crew.threads());
        this.server = McpServer.named(self.name(), self.version())
                .limits(limits)
                .stateKeys(keys)
                .relay(joint, this::lets)
                .build();
    }

    private Stream<Crew.Hand> hands() {
        return crew.hands().stream()
                .filter(hand -> hand.settings().path().map(path::equals).orElse(isCommon));
    }

    /** Who is spoken to is not known yet: every server behind must allow it. */
    private boolean lets(Tolerance.Check check, String detail) {
        List<Tolerance> all = hands().map(hand -> hand.server().tolerance()).toList();
        return !all.isEmpty() && all.stream().allMatch(each -> each.lets(check, detail));
    }

    private List<Member> members() {
        return hands().map(hand ->
                        new Member(hand.settings().name(), hand.settings().prefix(), hand.server()))
                .toList();
    }

    /** The crew has changed. */
    void change() {
        joint.replace(members());
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
        String common = common(config);
        Set<String> paths = new LinkedHashSet<>();
        config.upstreams().forEach(upstream -> paths.add(upstream.path().orElse(common)));
        return paths;
    }

    /** The path of servers that have none of their own. */
    static String common(GuardConfig config) {
        return config.front() instanceof Front.Http http ? http.path() : ONLY;
    }
}
