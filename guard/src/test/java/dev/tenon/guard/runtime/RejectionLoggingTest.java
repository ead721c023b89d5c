package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.audit.AuditVerifier;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Issue 20, item 21: each rejection and its reason is in the log at WARN and in the audit. */
@Isolated // counts log lines
class RejectionLoggingTest {

    @TempDir
    Path directory;

    private final LogCapture log = new LogCapture();
    private McpServer upstream;
    private TenonHttpServer upstreamHttp;

    @BeforeEach
    void serve() {
        upstream = McpServer.builder("files", "1")
                .tool("read")
                .handler((in, call) -> "read")
                .tool("delete")
                .handler((in, call) -> "deleted")
                .build();
        upstreamHttp = TenonHttpServer.builder(upstream).port(0).start();
    }

    @AfterEach
    void end() {
        log.close();
        upstreamHttp.close();
        upstream.close(Duration.ZERO);
    }

    private List<String> warnings() {
        return log.linesContaining("WARN");
    }

    private ConfiguredGuard guard(String downstream, String policies) throws Exception {
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, """
                version: 1
                front: %s
                audit: {file: audit.jsonl}
                upstreams:
                  files:
                    url: %s
                %s
                """.formatted(downstream, upstreamHttp.uri(), policies));
        CommandAuthorizer authorizer = new CommandAuthorizer(
                new CommandApprovalStore(directory.resolve("approved.json")),
                ApprovalPrompt.NON_INTERACTIVE,
                System.getenv());
        return ConfiguredGuard.of(
                dev.tenon.guard.config.GuardConfigFile.read(file),
                new GuardEnvironment(
                        Implementation.of("guard", "1"),
                        Map.of("BACKUP_KEY", "k".repeat(40)),
                        authorizer,
                        line -> {},
                        List.of()));
    }

    @Test
    void a_denied_call_is_logged_and_a_flood_is_limited() throws Exception {
        try (ConfiguredGuard guard = guard("{stdio: true}", "    policies: {tools: {deny: [delete]}}");
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().values().iterator().next())
                        .port(0)
                        .start();
                McpClient client = McpClient.builder("ann", "1").connect(ServerTarget.http(downstream.uri()))) {
            for (int i = 0; i < 300; i++) {
                try {
                    client.callTool("delete", Map.of());
                } catch (McpClientException e) {
                    assertThat(e).hasMessageContaining("There is no tool");
                }
            }
        }

        List<String> denied =
                warnings().stream().filter(line -> line.contains("tools.deny")).toList();
        assertThat(denied)
                .as("at most 20 in 10 seconds")
                .hasSizeBetween(1, 40)
                .first()
                .asString()
                .contains("upstream=files")
                .contains("outcome=REFUSED");
    }

    /** Items 20 and 21: the rejected argument is named, without its value. */
    @Test
    void values_of_arguments_are_not_in_the_log() throws Exception {
        String policies = "    policies: {arguments: {rules: [{tool: read, argument: path, pattern: \"^/srv/\"}]}}";
        try (ConfiguredGuard guard = guard("{stdio: true}", policies);
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().values().iterator().next())
                        .port(0)
                        .start();
                McpClient client = McpClient.builder("ann", "1").connect(ServerTarget.http(downstream.uri()))) {
            try {
                client.callTool("read", Map.of("path", "/home/hunter2"));
            } catch (McpClientException e) {
                assertThat(e).hasMessageContaining("path");
            }
        }

        assertThat(warnings().stream().filter(line -> line.contains("Policy finding")))
                .singleElement()
                .asString()
                .contains("arguments")
                .contains("path")
                .doesNotContain("hunter2");
    }

    /** Item 13: texts of a peer are truncated in the log, and have no line breaks. */
    @Test
    void a_method_name_of_a_peer_is_truncated_and_on_one_line() {
        FindingReport report = new FindingReport(
                "methods",
                EnforcementMode.ENFORCE,
                Finding.of("methods.unknown", "d".repeat(100_000)),
                FindingReport.PolicyAction.REFUSED);
        String method = "made\nWARN up" + "m".repeat(100_000);
        new FindingLogger().onFinding(PolicyMessage.request("files", method, Json.EMPTY_OBJECT), report);

        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("method=made\\u000aWARN upmmm", "methods.unknown: ddd")
                .hasSizeLessThan(2000);
    }

    /** Items 24 and 27: doubtful settings are logged when the guard starts. */
    @Test
    void a_doubtful_configuration_is_logged_at_start() throws Exception {
        String policies = """
                    headers: {Authorization: Bearer hunter2}
                    policies: {tools: {deny: [{name: delete, principals: [ann]}]}}
                """;
        guard("{http: \"0.0.0.0:0\"}", policies).close();

        assertThat(warnings())
                .anyMatch(line -> line.contains("headers.Authorization looks like a secret"))
                .anyMatch(line -> line.contains("Every machine that reaches 0.0.0.0:0"))
                .anyMatch(line -> line.contains("A rule for principals=[ann]"))
                .noneMatch(line -> line.contains("hunter2"));
    }

    @Test
    void a_rejected_token_is_logged_with_the_reason_and_audited() throws Exception {
        String downstream = "{http: \"127.0.0.1:0\", authorization: {apiKeys: {backup: {env: BACKUP_KEY}}}}";
        try (ConfiguredGuard guard = guard(downstream, "");
                TenonHttpServer http = TenonHttpServer.builder(
                                guard.serversByPath().values().iterator().next())
                        .authenticator(guard.authenticator().orElseThrow())
                        .port(0)
                        .start()) {
            assertThat(post(http.uri(), "Bearer wrong-" + "x".repeat(40))).isEqualTo(401);
            assertThat(post(http.uri(), null)).isEqualTo(401);
        }

        assertThat(warnings().stream().filter(line -> line.contains("Request rejected: from")))
                .singleElement()
                .asString()
                .contains("invalid token")
                .doesNotContain("wrong-");
        Path audit = directory.resolve("audit.jsonl");
        assertThat(Files.readAllLines(audit).stream().filter(line -> line.contains("\"event\":\"notLetIn\"")))
                .singleElement()
                .asString()
                .contains("\"from\":\"127.0.0.1")
                .contains("\"status\":401,\"error\":\"invalid_token\"")
                .doesNotContain("wrong-");
        assertThat(AuditVerifier.verify(audit).problems()).isEmpty();
    }

    private static int post(URI uri, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
