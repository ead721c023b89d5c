package dev.tenon.guard;

import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Configurations of guards with one policy, or with all of them, for one server or two. */
final class SubscriptionGuardConfig {
    private static final String ALL = "all";
    private static final String AUDIT = "audit: {file: audit.jsonl, whenFull: refuse}\n";
    private static final Map<String, String> POLICIES = policies();

    /** Each transport in each era that supports it, and pairs of different ones. */
    static final List<List<UpstreamKind>> UPSTREAMS = List.of(
            List.of(new UpstreamKind(HttpTransportKind.HTTP, Revision.V2025_11_25)),
            List.of(new UpstreamKind(HttpTransportKind.HTTP, Revision.V2026_07_28)),
            List.of(new UpstreamKind(HttpTransportKind.SSE, Revision.V2024_11_05)),
            List.of(new UpstreamKind(HttpTransportKind.SSE, Revision.V2025_11_25)),
            List.of(new UpstreamKind(HttpTransportKind.WEB_SOCKET, Revision.V2025_11_25)),
            List.of(new UpstreamKind(HttpTransportKind.WEB_SOCKET, Revision.V2026_07_28)),
            List.of(
                    new UpstreamKind(HttpTransportKind.HTTP, Revision.V2026_07_28),
                    new UpstreamKind(HttpTransportKind.SSE, Revision.V2024_11_05)),
            List.of(
                    new UpstreamKind(HttpTransportKind.SSE, Revision.V2025_11_25),
                    new UpstreamKind(HttpTransportKind.WEB_SOCKET, Revision.V2026_07_28)),
            List.of(
                    new UpstreamKind(HttpTransportKind.WEB_SOCKET, Revision.V2025_11_25),
                    new UpstreamKind(HttpTransportKind.HTTP, Revision.V2025_11_25)),
            List.of(
                    new UpstreamKind(HttpTransportKind.HTTP, Revision.V2026_07_28),
                    new UpstreamKind(HttpTransportKind.HTTP, Revision.V2026_07_28)));

    private SubscriptionGuardConfig() {}

    /** The transport and the revision of an upstream server. */
    record UpstreamKind(HttpTransportKind transport, Revision revision) {
        String toConfigEntry(TenonHttpServer http) {
            return switch (transport) {
                case HTTP -> "url: \"" + http.uri() + "\"";
                case SSE -> "sse: true, url: \"" + http.httpSseUri().orElseThrow() + "\"";
                case WEB_SOCKET -> "url: \"" + http.webSocketUri().orElseThrow() + "\"";
            };
        }

        @Override
        public String toString() {
            return transport + " " + revision;
        }
    }

    private static Map<String, String> policies() {
        Map<String, String> policies = new LinkedHashMap<>();
        List.of("gate", "ids", "headers", "methods", "pins", "schemas", "hidden", "instructions")
                .forEach(name -> policies.put(name, ""));
        policies.put("tools", ", allow: [\"*\"], deny: [fail]");
        policies.put("resources", ", deny: [\"test://items/secret\"]");
        policies.put("prompts", ", deny: [secret]");
        policies.put("rates", ", rules: [{rate: 1000/second}]");
        policies.put("sizes", ", rules: [{arguments: 1MB, result: 1MB}]");
        policies.put("arguments", ", rules: [{tool: echo, argument: text, pattern: \"^[^!]\"}]");
        policies.put("secrets", ", bothWays: true");
        return policies;
    }

    /** Returns what a configuration can enable: each policy, the audit, or all of them. */
    static List<String> policyNames() {
        List<String> names = new ArrayList<>(POLICIES.keySet());
        names.addAll(List.of("audit", ALL));
        return names;
    }

    /** Returns a configuration that enables only this. Each of several servers has a prefix. */
    static String configWithOnly(String enabled, List<String> upstreams) {
        StringBuilder config = new StringBuilder("version: 1\nfront: {http: \"127.0.0.1:0\"}\nupstreams:\n");
        for (int i = 0; i < upstreams.size(); i++) {
            String prefix = upstreams.size() == 1 ? "" : ", prefix: s" + i + "_";
            config.append("  s" + i + ": {" + upstreams.get(i) + prefix + "}\n");
        }
        config.append("policies:\n");
        POLICIES.forEach((name, rules) -> config.append(
                "  " + name + ": {mode: \"" + (isEnabled(name, enabled) ? "enforce" : "off") + "\"" + rules + "}\n"));
        return config.append(isEnabled("audit", enabled) ? AUDIT : "").toString();
    }

    private static boolean isEnabled(String name, String enabled) {
        return enabled.equals(ALL) || enabled.equals(name);
    }

    /** Returns the environment of the guard. */
    static GuardEnvironment newEnvironment(Path directory) {
        CommandApprovalStore approvals = new CommandApprovalStore(directory.resolve("approved.json"));
        CommandAuthorizer authorizer = new CommandAuthorizer(approvals, ApprovalPrompt.NON_INTERACTIVE, Map.of());
        return new GuardEnvironment(Implementation.of("guard", "1"), Map.of(), authorizer, line -> {}, List.of());
    }
}
