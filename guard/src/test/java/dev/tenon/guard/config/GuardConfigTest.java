package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.ProtocolStrictness;
import dev.tenon.guard.policy.TestMessages;
import dev.tenon.guard.policy.limit.RateLimit;
import dev.tenon.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class GuardConfigTest {

    public static final String COMPLETE = """
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
    void a_complete_file_is_read() {
        GuardConfig config = GuardConfigFile.parse("guard.yaml", COMPLETE, Path.of("/etc/tenon"));

        assertThat(config.listen())
                .isEqualTo(new ListenConfig.HttpListenConfig(
                        "127.0.0.1",
                        8080,
                        "/mcp",
                        Optional.of("/sse"),
                        Optional.of("/ws"),
                        List.of("https://app.example.com"),
                        List.of("10.0.0.0/8"),
                        Optional.of(new ListenConfig.AuthorizationConfig(
                                List.of("https://idp.example.com"),
                                Optional.of("https://guard.example.com/mcp"),
                                List.of("tools"),
                                Map.of("backup", new SecretSource.EnvironmentVariable("BACKUP_KEY"))))));
        assertThat(config.lockFile()).isEqualTo(Path.of("/etc/tenon/team.lock"));
        assertThat(config.limits().messageBytes()).isEqualTo(1 << 20);
        assertThat(config.limits().callTimeout()).isEqualTo(Duration.ofSeconds(20));
        AuditConfig audit = config.audit().orElseThrow();
        assertThat(audit.settings().file()).isEqualTo(Path.of("/etc/tenon/log/audit.jsonl"));
        assertThat(audit.settings().mustWrite()).isFalse();
        assertThat(audit.settings().rotateBytes()).isEqualTo(8 << 20);
        assertThat(audit.parameters().retention()).isEqualTo(AuditRedactor.RetentionMode.REDACTED);
        assertThat(audit.results().retention()).isEqualTo(AuditRedactor.RetentionMode.NOTHING);
        assertThat(config.telemetry())
                .contains(new TelemetryConfig(
                        Optional.of(new TelemetryConfig.ListenAddress("127.0.0.1", 9464)),
                        Optional.of("http://127.0.0.1:4318"),
                        Optional.of("guard-one"),
                        List.of("metrics.example.com")));
    }

    @Test
    void a_program_has_an_environment_a_folder_and_a_sandbox() {
        UpstreamConfig files = GuardConfigFile.parse("guard.yaml", COMPLETE, Path.of("/etc/tenon"))
                .upstreams()
                .get(0);

        assertThat(files.name()).isEqualTo("files");
        assertThat(files.prefix()).isEqualTo("files_");
        assertThat(files.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(files.target()).isInstanceOfSatisfying(UpstreamTarget.ProcessTarget.class, program -> {
            assertThat(program.command()).hasSize(4).startsWith("npx");
            assertThat(program.inheritedVariables()).containsExactly("HOME");
            assertThat(program.variables()).containsExactly(Map.entry("MODE", "quiet"));
            assertThat(program.directory()).isEqualTo(Path.of("/etc/tenon/work"));
            assertThat(program.sandbox().orElseThrow().write()).containsExactly(Path.of("/data"));
            assertThat(program.sandbox().orElseThrow().network()).isFalse();
        });
    }

    @Test
    void a_network_server_has_credentials_with_an_external_secret() {
        UpstreamConfig remote = GuardConfigFile.parse("guard.yaml", COMPLETE, Path.of("/etc/tenon"))
                .upstreams()
                .get(1);

        assertThat(remote.path()).contains("/remote");
        assertThat(remote.timeout()).as("the common one").isEqualTo(Duration.ofSeconds(20));
        assertThat(remote.target())
                .isInstanceOfSatisfying(UpstreamTarget.NetworkTarget.class, network -> assertThat(network.credentials())
                        .isEqualTo(new UpstreamCredentials.TokenExchangeCredentials(
                                new UpstreamCredentials.OAuthClientConfig(
                                        "https://idp.example.com/token",
                                        "guard",
                                        new SecretSource.EnvironmentVariable("GUARD_SECRET"),
                                        true),
                                "https://mcp.example.com",
                                List.of())));
        assertThat(new SecretSource.EnvironmentVariable("GUARD_SECRET").readSecret(Map.of("GUARD_SECRET", "s")))
                .contains("s");
        assertThat(new SecretSource.EnvironmentVariable("GUARD_SECRET").readSecret(Map.of()))
                .isEmpty();
    }

    @Test
    void policies_of_a_server_override_the_common_ones_by_name() {
        GuardConfig config = GuardConfigFile.parse("guard.yaml", COMPLETE, Path.of("/etc/tenon"));
        PolicySettings files = config.upstreams().get(0).policies();
        PolicySettings remote = config.upstreams().get(1).policies();

        assertThat(files.tools().mode()).isEqualTo(EnforcementMode.ENFORCE);
        assertThat(files.tools().settings().allow()).hasSize(2);
        assertThat(remote.tools().mode()).isEqualTo(EnforcementMode.WARN);
        assertThat(remote.tools().settings().allow()).isEqualTo(PolicySettings.AccessSettings.ALL.allow());
        assertThat(remote.tools().settings().deny()).hasSize(1);
        assertThat(remote.pins()).isEqualTo(new PolicyConfig<>(EnforcementMode.ENFORCE, NewToolMode.BLOCK));
        assertThat(files.rates().settings().get(0).keys())
                .isEqualTo(Set.of(RateLimit.RateKey.PRINCIPAL, RateLimit.RateKey.TOOL));
        assertThat(files.arguments().settings()).hasSize(4);
        assertThat(files.promptInjection().mode()).isEqualTo(EnforcementMode.ENFORCE);
        assertThat(files.secrets().settings().includeRequests()).isTrue();
    }

    @Test
    void a_minimal_file_has_default_settings() {
        GuardConfig config = GuardConfigFile.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node, server.js]\n",
                Path.of("/etc/tenon"));
        PolicySettings policies = config.upstreams().get(0).policies();

        assertThat(config.listen()).isEqualTo(new ListenConfig.StdioListenConfig());
        assertThat(config.audit()).isEmpty();
        assertThat(config.telemetry()).isEmpty();
        assertThat(config.lockFile()).isEqualTo(Path.of("/etc/tenon/tenon.lock"));
        assertThat(config.limits()).isEqualTo(LimitSettings.DEFAULT);
        assertThat(policies.pins()).isEqualTo(new PolicyConfig<>(EnforcementMode.ENFORCE, NewToolMode.TRUST_FIRST));
        assertThat(policies.promptInjection().mode()).isEqualTo(EnforcementMode.WARN);
        assertThat(policies.schemas().mode()).isEqualTo(EnforcementMode.ENFORCE);
        assertThat(policies.tools().settings()).isEqualTo(PolicySettings.AccessSettings.ALL);
    }

    /** Issue 20, item 27. */
    @Test
    void an_empty_allow_list_allows_nothing() {
        GuardConfig config = GuardConfigFile.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node]\npolicies:\n  pins: {mode: off}\n  tools: {allow: []}\n",
                Path.of("/etc/tenon"));
        PolicyChain policies = config.upstreams()
                .get(0)
                .policies()
                .createChain(
                        new PinStore(new PinLockFile(Path.of("none.lock")), NewToolMode.BLOCK), FindingListener.NONE);

        PolicyMessage call = PolicyMessage.request("one", "tools/call", Json.parse("{\"name\":\"a\"}"))
                .withTarget("a", Json.parse("{\"name\":\"a\",\"inputSchema\":{}}"));
        assertThat(policies.evaluate(call).isAllowed()).isFalse();
        assertThat(policies.evaluate(call).reports().get(0).finding().rule()).isEqualTo("tools.allow");
    }

    /** Issue 20, item 13. */
    @Test
    void invented_tool_names_are_rejected_before_they_are_counted() {
        GuardConfig config = GuardConfigFile.parse(
                "guard.yaml",
                "version: 1\nupstreams:\n  one:\n    command: [node]\n"
                        + "policies:\n  pins: {mode: off}\n  rates:\n    rules:\n      - {rate: 1/day, each: []}\n",
                Path.of("/etc/tenon"));
        PolicyChain policies = config.upstreams()
                .get(0)
                .policies()
                .createChain(
                        new PinStore(new PinLockFile(Path.of("none.lock")), NewToolMode.BLOCK), FindingListener.NONE);

        for (int i = 0; i < 100; i++) {
            PolicyMessage unlisted =
                    PolicyMessage.request("one", "tools/call", Json.parse("{\"name\":\"made-up-" + i + "\"}"));
            assertThat(policies.evaluate(unlisted.withTarget("made-up-" + i, null))
                            .rejection())
                    .isEqualTo(PolicyRejection.protocolError(-32602, "Unknown tool: \"made-up-" + i + "\""));
        }
        PolicyMessage call = PolicyMessage.request("one", "tools/call", Json.parse("{\"name\":\"a\"}"))
                .withTarget("a", Json.parse("{\"name\":\"a\",\"inputSchema\":{}}"));
        assertThat(policies.evaluate(call).isAllowed()).isTrue();
        assertThat(policies.evaluate(call).rejection()).isInstanceOf(PolicyRejection.BusyError.class);
    }

    @Test
    void messages_are_strict_unless_configured_for_a_server_or_for_all() {
        GuardConfig config = GuardConfigFile.parse("guard.yaml", """
                version: 1
                upstreams:
                  one: {command: [node, one.js], policies: {gate: {mode: warn}, methods: {mode: "off"}}}
                  two: {command: [node, two.js], prefix: two_}
                policies: {headers: {mode: warn}}
                """, Path.of("/etc/tenon"));

        assertThat(config.upstreams().get(0).policies().strictness())
                .isEqualTo(new ProtocolStrictness(
                        EnforcementMode.WARN, EnforcementMode.ENFORCE, EnforcementMode.WARN, EnforcementMode.OFF));
        assertThat(config.upstreams().get(1).policies().strictness())
                .isEqualTo(new ProtocolStrictness(
                        EnforcementMode.ENFORCE,
                        EnforcementMode.ENFORCE,
                        EnforcementMode.WARN,
                        EnforcementMode.ENFORCE));
        assertThat(GuardConfigFile.defaultPolicies(EnforcementMode.ENFORCE).strictness())
                .isEqualTo(ProtocolStrictness.STRICT);
    }

    @Test
    void the_policies_of_a_file_are_applied() {
        PolicySettings settings = GuardConfigFile.parse(
                        "guard.yaml", COMPLETE.replace("new: block", "mode: off"), directory)
                .upstreams()
                .get(0)
                .policies();
        PolicyChain policies = settings.createChain(
                new PinStore(new PinLockFile(directory.resolve("lock")), NewToolMode.ALLOW), FindingListener.NONE);

        assertThat(policies.evaluate(call("read_file", "{\"path\":\"/data/x\"}"))
                        .isAllowed())
                .isTrue();
        assertThat(policies.evaluate(call("read_file", "{\"path\":\"/etc/x\"}")).rejection())
                .isInstanceOf(PolicyRejection.ToolError.class);
        assertThat(policies.evaluate(call("drop", "{}")).isAllowed()).isFalse();
        assertThat(policies.evaluate(call("read_file", "{\"count\":11}")).isAllowed())
                .isFalse();
        assertThat(policies.evaluate(call("read_file", "{\"url\":\"https://a.example.com/\"}"))
                        .isAllowed())
                .isTrue();
    }

    private static PolicyMessage call(String tool, String arguments) {
        Json definition = Json.parse("{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}");
        return TestMessages.call(tool, arguments).withTarget(tool, definition);
    }
}
