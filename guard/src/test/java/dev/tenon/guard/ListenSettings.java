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

/** Configurations of guards with one policy, or all of them, for one server or two. */
final class ListenSettings {
    private static final String ALL = "all";
    private static final String AUDIT = "audit: {file: audit.jsonl, whenFull: refuse}\n";
    private static final Map<String, String> POLICIES = policies();

    /** Each transport in each era that supports it, and pairs of different ones. */
    static final List<List<Upstream>> UPSTREAMS = List.of(
            List.of(new Upstream(HttpTransportKind.HTTP, Revision.V2025_11_25)),
            List.of(new Upstream(HttpTransportKind.HTTP, Revision.V2026_07_28)),
            List.of(new Upstream(HttpTransportKind.SSE, Revision.V2024_11_05)),
            List.of(new Upstream(HttpTransportKind.SSE, Revision.V2025_11_25)),
            List.of(new Upstream(HttpTransportKind.WEB_SOCKET, Revision.V2025_11_25)),
            List.of(new Upstream(HttpTransportKind.WEB_SOCKET, Revision.V2026_07_28)),
            List.of(
                    new Upstream(HttpTransportKind.HTTP, Revision.V2026_07_28),
                    new Upstream(HttpTransportKind.SSE, Revision.V2024_11_05)),
            List.of(
                    new Upstream(HttpTransportKind.SSE, Revision.V2025_11_25),
                    new Upstream(HttpTransportKind.WEB_SOCKET, Revision.V2026_07_28)),
            List.of(
                    new Upstream(HttpTransportKind.WEB_SOCKET, Revision.V2025_11_25),
                    new Upstream(HttpTransportKind.HTTP, Revision.V2025_11_25)),
            List.of(
                    new Upstream(HttpTransportKind.HTTP, Revision.V2026_07_28),
                    new Upstream(HttpTransportKind.HTTP, Revision.V2026_07_28)));

    private ListenSettings() {}

    /** An upstream server, and how it is connected. */
    record Upstream(HttpTransportKind way, Revision revision) {
        String entry(TenonHttpServer http) {
            return switch (way) {
                case HTTP -> "url: \"" + http.uri() + "\"";
                case SSE -> "sse: true, url: \"" + http.httpSseUri().orElseThrow() + "\"";
                case WEB_SOCKET -> "url: \"" + http.webSocketUri().orElseThrow() + "\"";
            };
        }

        @Override
        public String toString() {
            return way + " " + revision;
        }
    }

    private static Map<String, String> policies() {
        Map<String, String> on = new LinkedHashMap<>();
        List.of("gate", "ids", "headers", "methods", "pins", "schemas", "hidden", "instructions")
                .forEach(name -> on.put(name, ""));
        on.put("tools", ", allow: [\"*\"], deny: [fail]");
        on.put("resources", ", deny: [\"test://items/secret\"]");
        on.put("prompts", ", deny: [secret]");
        on.put("rates", ", rules: [{rate: 1000/second}]");
        on.put("sizes", ", rules: [{arguments: 1MB, result: 1MB}]");
        on.put("arguments", ", rules: [{tool: echo, argument: text, pattern: \"^[^!]\"}]");
        on.put("secrets", ", bothWays: true");
        return on;
    }

    /** What can be enabled: each policy, the audit, or all of them. */
    static List<String> names() {
        List<String> names = new ArrayList<>(POLICIES.keySet());
        names.addAll(List.of("audit", ALL));
        return names;
    }

    /** Returns a configuration with only this enabled. Each of several servers has a prefix. */
    static String file(String only, List<String> upstreams) {
        StringBuilder file = new StringBuilder("version: 1\nfront: {http: \"127.0.0.1:0\"}\nupstreams:\n");
        for (int i = 0; i < upstreams.size(); i++) {
            String prefix = upstreams.size() == 1 ? "" : ", prefix: s" + i + "_";
            file.append("  s" + i + ": {" + upstreams.get(i) + prefix + "}\n");
        }
        file.append("policies:\n");
        POLICIES.forEach((name, rules) -> file.append(
                "  " + name + ": {mode: \"" + (isOn(name, only) ? "enforce" : "off") + "\"" + rules + "}\n"));
        return file.append(isOn("audit", only) ? AUDIT : "").toString();
    }

    private static boolean isOn(String name, String only) {
        return only.equals(ALL) || only.equals(name);
    }

    /** Returns the environment of the guard. */
    static GuardEnvironment around(Path directory) {
        CommandApprovalStore approvals = new CommandApprovalStore(directory.resolve("approved.json"));
        CommandAuthorizer launch = new CommandAuthorizer(approvals, ApprovalPrompt.NON_INTERACTIVE, Map.of());
        return new GuardEnvironment(Implementation.of("guard", "1"), Map.of(), launch, line -> {}, List.of());
    }
}
