package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.audit.AuditContent;
import dev.tenon.guard.pin.LockFile;
import dev.tenon.guard.pin.NewTools;
import dev.tenon.guard.pin.Pins;
import dev.tenon.guard.policy.Exactness;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Passages;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Rate;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardConfigTest {

    static final String WHOLE = """
            version: 1
            front:
              http: 127.0.0.1:8080
              path: /mcp
              sse: /sse
              webSocket: /ws
              origins: [https://app.example.com]
              trustedProxies: [10.0.0.0/8]
              authorization:
                issuers: [https://idp.example.com]
                resource: https://guard.example.com/mcp
                scopes: [tools]
                apiKeys:
                  backup: {env: BACKUP_KEY}
            upstreams:
              files:
                command: [npx, -y, "@modelcontextprotocol/server-filesystem@2025.8.21", /data]
                environment:
                  allow: [HOME]
                  set: {MODE: quiet}
                directory: work
                sandbox:
                  read: [/opt/node]
                  write: [/data]
                  network: false
                prefix: files_
                timeout: 30s
              remote:
                url: https://mcp.example.com/mcp
                credentials:
                  exchange:
                    tokenUrl: https://idp.example.com/token
                    id: guard
                    secret: {env: GUARD_SECRET}
                    authentication: client_secret_post
                    audience: https://mcp.example.com
                path: /remote
                policies:
                  tools: {mode: warn, deny: [drop_*]}
            policies:
              tools:
                allow:
                  - read_*
                  - name: write_*
                    annotations: {destructiveHint: false}
                    principals: ["https://idp.example.com|*"]
                    scopes: [write]
              pins: {new: block}
              rates:
                rules:
                  - {tool: read_*, rate: 100/minute, burst: 10, each: [principal, tool]}
              sizes:
                rules: [{arguments: 64KB, result: 2MB}]
              arguments:
                mode: enforce
                rules:
                  - {tool: "*_file", argument: path, under: [/data]}
                  - {argument: url, hosts: [example.com, "*.example.com"]}
                  - {argument: id, pattern: "^[a-z]+$"}
                  - {argument: count, range: {least: 1, most: 10.5}}
              instructions: {mode: enforce}
              secrets:
                bothWays: true
                formats:
                  - {name: our-key, prefix: acme-, characters: a-z0-9, least: 10, most: 40}
            limits:
              messageSize: 1MB
              callTime: 20s
            audit:
              file: log/audit.jsonl
              results: nothing
              fields: [iban]
              rotate: 8MB
              keep: 5
              whenFull: continue
            telemetry:
              prometheus: 127.0.0.1:9464
              otlp: http://127.0.0.1:4318
              service: guard-one
              hosts: [metrics.example.com]
            lock: team.lock
            """;

    @TempDir
    Path directory;

    @Test
    void a_file_says_everything() {
        GuardConfig config = GuardConfig.parse("guard.yaml", WHOLE, Path.of("/etc/tenon"));

        assertThat(config.front())
                .isEqualTo(new Front.Http(
                        "127.0.0.1",
                        8080,
                        "/mcp",
                        Optional.of("/sse"),
                        Optional.of("/ws"),
                        List.of("https://app.example.com"),
                        List.of("10.0.0.0/8"),
                        Optional.of(new Front.Authorization(
                                List.of("https://idp.example.com"),
                                Optional.of("https://guard.example.com/mcp"),
                                List.of("tools"),
                                Map.of("backup", new SecretSource.Variable("BACKUP_KEY"))))));
        assertThat(config.lock()).isEqualTo(Path.of("/etc/tenon/team.lock"));
        assertThat(config.limits().messageBytes()).isEqualTo(1 << 20);
        assertThat(config.limits().callTime()).isEqualTo(Duration.ofSeconds(20));
        AuditPlan audit = config.audit().orElseThrow();
        assertThat(audit.settings().file()).isEqualTo(Path.of("/etc/tenon/log/audit.jsonl"));
        assertThat(audit.settings().mustWrite()).isFalse();
        assertThat(audit.settings().rotateBytes()).isEqualTo(8 << 20);
        assertThat(audit.parameters().keep()).isEqualTo(AuditContent.Keep.REDACTED);
        assertThat(audit.results().keep()).isEqualTo(AuditContent.Keep.NOTHING);
        assertThat(config.telemetry())
                .contains(new TelemetryPlan(
                        Optional.of(new TelemetryPlan.Address("127.0.0.1", 9464)),
                        Optional.of("http://127.0.0.1:4318"),
                        Optional.of("guard-one"),
                        List.of("metrics.example.com")));
    }

    @Test
    void a_program_has_its_environment_its_folder_and_its_walls() {
        Upstream files = GuardConfig.parse("guard.yaml", WHOLE, Path.of("/etc/tenon"))
                .upstreams()
                .get(0);

        assertThat(files.name()).isEqualTo("files");
        assertThat(files.prefix()).isEqualTo("files_");
        assertThat(files.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(files.behind()).isInstanceOfSatisfying(Behind.Program.class, program -> {
            assertThat(program.command()).hasSize(4).startsWith("npx");
            assertThat(program.inherit()).containsExactly("HOME");
            assertThat(program.set()).containsExactly(Map.entry("MODE", "quiet"));
            assertThat(program.directory()).isEqualTo(Path.of("/etc/tenon/work"));
            assertThat(program.sandbox().orElseThrow().write()).containsExactly(Path.of("/data"));
            assertThat(program.sandbox().orElseThrow().network()).isFalse();
        });
    }

    @Test
    void a_server_on_the_network_has_credentials_whose_secret_is_elsewhere() {
        Upstream remote = GuardConfig.parse("guard.yaml", WHOLE, Path.of("/etc/tenon"))
                .upstreams()
                .get(1);

        assertThat(remote.path()).contains("/remote");
        assertThat(remote.timeout()).as("the common one").isEqualTo(Duration.ofSeconds(20));
        assertThat(remote.behind())
                .isInstanceOfSatisfying(Behind.Remote.class, behind -> assertThat(behind.credentials())
                        .isEqualTo(new Credentials.Exchange(
                                new Credentials.OAuthClient(
                                        "https://idp.example.com/token",
                                        "guard",
                                        new SecretSource.Variable("GUARD_SECRET"),
                                        true),
                                "https://mcp.example.com",
                                List.of())));
        assertThat(new SecretSource.Variable("GUARD_SECRET").value(Map.of("GUARD_SECRET", "s")))
                .contains("s");
        assertThat(new SecretSource.Variable("GUARD_SECRET").value(Map.of())).isEmpty();
    }

    @Test
    void policies_of_a_server_take_the_place_of_the_common_ones_by_name() {
        GuardConfig config = GuardConfig.parse("guard.yaml", WHOLE, Path.of("/etc/tenon"));
        PolicySettings files = config.upstreams().get(0).policies();
        PolicySettings remote = config.upstreams().get(1).policies();

        assertThat(files.tools().mode()).isEqualTo(Mode.ENFORCE);
        assertThat(files.tools().settings().allow()).hasSize(2);
        assertThat(remote.tools().mode()).isEqualTo(Mode.WARN);
        assertThat(remote.tools().settings().allow()).isEqualTo(PolicySettings.Access.ALL.allow());
        assertThat(remote.tools().settings().deny()).hasSize(1);
        assertThat(remote.pins()).isEqualTo(new Moded<>(Mode.ENFORCE, NewTools.BLOCK));
        assertThat(files.rates().settings().get(0).each()).isEqualTo(Set.of(Rate.Each.PRINCIPAL, Rate.Each.TOOL));
        assertThat(files.arguments().settings()).hasSize(4);
        assertThat(files.instructions().mode()).isEqualTo(Mode.ENFORCE);
        assertThat(files.secrets().settings().bothWays()).isTrue();
    }

    @Test
    void a_short_file_has_sensible_settings() {
        GuardConfig config = GuardConfig.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node, server.js]\n",
                Path.of("/etc/tenon"));
        PolicySettings policies = config.upstreams().get(0).policies();

        assertThat(config.front()).isEqualTo(new Front.Stdio());
        assertThat(config.audit()).isEmpty();
        assertThat(config.telemetry()).isEmpty();
        assertThat(config.lock()).isEqualTo(Path.of("/etc/tenon/tenon.lock"));
        assertThat(config.limits()).isEqualTo(LimitSettings.DEFAULT);
        assertThat(policies.pins()).isEqualTo(new Moded<>(Mode.ENFORCE, NewTools.TRUST_FIRST));
        assertThat(policies.instructions().mode()).isEqualTo(Mode.WARN);
        assertThat(policies.schemas().mode()).isEqualTo(Mode.ENFORCE);
        assertThat(policies.tools().settings()).isEqualTo(PolicySettings.Access.ALL);
    }

    /** Issue 20, item 27. */
    @Test
    void an_empty_list_of_what_is_allowed_allows_nothing() {
        GuardConfig config = GuardConfig.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node]\npolicies:\n  pins: {mode: off}\n  tools: {allow: []}\n",
                Path.of("/etc/tenon"));
        Policies policies = config.upstreams()
                .get(0)
                .policies()
                .policies(new Pins(new LockFile(Path.of("none.lock")), NewTools.BLOCK), Findings.NONE);

        Passage call = Passage.request("one", "tools/call", Json.parse("{\"name\":\"a\"}"))
                .about("a", Json.parse("{\"name\":\"a\",\"inputSchema\":{}}"));
        assertThat(policies.apply(call).passes()).isFalse();
        assertThat(policies.apply(call).reports().get(0).finding().rule()).isEqualTo("tools.allow");
    }

    /** Issue 20, item 13. */
    @Test
    void made_up_names_of_tools_are_refused_before_they_are_counted() {
        GuardConfig config = GuardConfig.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node]\n"
                        + "policies:\n  pins: {mode: off}\n  rates:\n    rules:\n      - {rate: 1/day, each: []}\n",
                Path.of("/etc/tenon"));
        Policies policies = config.upstreams()
                .get(0)
                .policies()
                .policies(new Pins(new LockFile(Path.of("none.lock")), NewTools.BLOCK), Findings.NONE);

        for (int i = 0; i < 100; i++) {
            Passage made = Passage.request("one", "tools/call", Json.parse("{\"name\":\"made-up-" + i + "\"}"));
            assertThat(policies.apply(made.about("made-up-" + i, null)).refusal())
                    .isEqualTo(Refusal.error(-32602, "Unknown tool: \"made-up-" + i + "\""));
        }
        Passage call = Passage.request("one", "tools/call", Json.parse("{\"name\":\"a\"}"))
                .about("a", Json.parse("{\"name\":\"a\",\"inputSchema\":{}}"));
        assertThat(policies.apply(call).passes()).isTrue();
        assertThat(policies.apply(call).refusal()).isInstanceOf(Refusal.Busy.class);
    }

    @Test
    void messages_are_exact_unless_it_is_said_otherwise_for_a_server_or_for_all() {
        GuardConfig config = GuardConfig.parse("guard.yaml", """
                version: 1
                upstreams:
                  one: {command: [node, one.js], policies: {gate: {mode: warn}, methods: {mode: "off"}}}
                  two: {command: [node, two.js], prefix: two_}
                policies: {headers: {mode: warn}}
                """, Path.of("/etc/tenon"));

        assertThat(config.upstreams().get(0).policies().exactness())
                .isEqualTo(new Exactness(Mode.WARN, Mode.ENFORCE, Mode.WARN, Mode.OFF));
        assertThat(config.upstreams().get(1).policies().exactness())
                .isEqualTo(new Exactness(Mode.ENFORCE, Mode.ENFORCE, Mode.WARN, Mode.ENFORCE));
        assertThat(PolicySettings.usual(Mode.ENFORCE).exactness()).isEqualTo(Exactness.STRICT);
    }

    @Test
    void the_policies_of_a_file_do_what_it_says() {
        PolicySettings settings = GuardConfig.parse("guard.yaml", WHOLE.replace("new: block", "mode: off"), directory)
                .upstreams()
                .get(0)
                .policies();
        Policies policies =
                settings.policies(new Pins(new LockFile(directory.resolve("lock")), NewTools.ALLOW), Findings.NONE);

        assertThat(policies.apply(call("read_file", "{\"path\":\"/data/x\"}")).passes())
                .isTrue();
        assertThat(policies.apply(call("read_file", "{\"path\":\"/etc/x\"}")).refusal())
                .isInstanceOf(Refusal.ToolError.class);
        assertThat(policies.apply(call("drop", "{}")).passes()).isFalse();
        assertThat(policies.apply(call("read_file", "{\"count\":11}")).passes()).isFalse();
        assertThat(policies.apply(call("read_file", "{\"url\":\"https://a.example.com/\"}"))
                        .passes())
                .isTrue();
    }

    private static Passage call(String tool, String arguments) {
        Json definition = Json.parse("{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}");
        return Passages.call(tool, arguments).about(tool, definition);
    }
}
