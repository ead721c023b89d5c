package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 20, item 24: rules for principals work as documented, with tokens of a real issuer. */
class PrincipalsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "guard-policies.md");

    @TempDir
    Path directory;

    private TestIssuer issuer;
    private McpServer upstream;
    private TenonHttpServer upstreamHttp;

    @BeforeEach
    void serve() throws IOException {
        issuer = new TestIssuer();
        upstream = McpServer.builder("behind", "1").build();
        for (String name : List.of("read_file", "read_secret", "write_file")) {
            upstream.addTool(name)
                    .annotations(ToolAnnotations.NONE.withDestructiveHint(false))
                    .handler((in, call) -> "done " + name);
        }
        upstreamHttp = TenonHttpServer.builder(upstream).port(0).start();
    }

    @AfterEach
    void end() {
        upstreamHttp.close(Duration.ZERO);
        upstream.close(Duration.ZERO);
        issuer.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void the_documented_example_allows_the_named_principals(Revision revision) throws Exception {
        String tools = pageExample();
        assertThat(tools).contains("https://idp.example.com|*");
        try (ConfiguredGuard guard = guard(tools.replace("https://idp.example.com", issuer.issuer()));
                TenonHttpServer downstream = startHttp(guard)) {
            assertThat(names(downstream, revision, "ann", "write"))
                    .containsExactlyInAnyOrder("read_file", "write_file");
            assertThat(names(downstream, revision, "ann", "read")).containsExactly("read_file");
            assertThat(callTool(downstream, revision, "ann", "write_file")).contains("done write_file");
            assertThatThrownBy(() -> callTool(downstream, revision, "ann", "read_secret"))
                    .isInstanceOf(ServerErrorException.class);
        }
        // The same rule for the tokens of another issuer.
        try (ConfiguredGuard guard = guard(tools);
                TenonHttpServer downstream = startHttp(guard)) {
            assertThat(names(downstream, revision, "ann", "write")).containsExactly("read_file");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_denied_subject_is_denied_and_others_are_not(Revision revision) throws Exception {
        String policies = "policies:\n  tools:\n    deny:\n      - {name: \"write_*\", principals: [\""
                + issuer.issuer() + "|eve\"]}\n";
        try (ConfiguredGuard guard = guard(policies);
                TenonHttpServer downstream = startHttp(guard)) {
            assertThat(names(downstream, revision, "eve", "write")).doesNotContain("write_file");
            assertThatThrownBy(() -> callTool(downstream, revision, "eve", "write_file"))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(callTool(downstream, revision, "ann", "write_file")).contains("done write_file");
        }
    }

    private static String pageExample() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("policies:\n  tools:");
        return page.substring(from, page.indexOf("```", from));
    }

    private ConfiguredGuard guard(String policies) {
        String text = "version: 1\nfront:\n  http: 127.0.0.1:0\n  authorization:\n    issuers: [\"" + issuer.issuer()
                + "\"]\n    resource: " + TestIssuer.RESOURCE + "\nupstreams:\n  one:\n    url: " + upstreamHttp.uri()
                + "\n"
                + policies;
        GuardConfig config = GuardConfigFile.parse("guard.yaml", text, directory);
        return ConfiguredGuard.of(
                config,
                new GuardEnvironment(
                        Implementation.of("guard", "1"),
                        Map.of(),
                        new CommandAuthorizer(
                                new CommandApprovalStore(directory.resolve("approved")),
                                command -> ApprovalPrompt.ApprovalDecision.NO,
                                Map.of()),
                        line -> {},
                        List.of()));
    }

    private static TenonHttpServer startHttp(ConfiguredGuard guard) {
        return TenonHttpServer.builder(guard.serversByPath().values().iterator().next())
                .port(0)
                .authenticator(guard.authenticator().orElseThrow())
                .start();
    }

    private McpClient client(TenonHttpServer downstream, Revision revision, String subject, String scope) {
        return McpClient.builder("front", "1")
                .revisions(revision)
                .connect(ServerTarget.http(downstream.uri())
                        .withHeader("Authorization", "Bearer " + issuer.token(subject, scope)));
    }

    private List<String> names(TenonHttpServer downstream, Revision revision, String subject, String scope) {
        try (McpClient client = client(downstream, revision, subject, scope)) {
            return client.tools().toList().stream().map(Tool::name).toList();
        }
    }

    private String callTool(TenonHttpServer downstream, Revision revision, String subject, String tool) {
        try (McpClient client = client(downstream, revision, subject, "write")) {
            return client.callTool(tool, Map.of()).content().toString();
        }
    }
}
