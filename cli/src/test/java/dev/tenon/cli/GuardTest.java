package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.RequestAuthenticator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardTest {
    private static final List<String> DEMO = CliProcess.javaCommand(Main.class, List.of(), "demo", "--stdio");

    private static String[] createArguments(List<String> options, List<String> server) {
        return Stream.of(List.of("guard", "--yes"), options, List.of("--"), server)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private static String callEcho(McpClient client) {
        CallToolResult result = client.callTool("echo", Map.of("text", "grüß dich"));
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void a_guarded_command_supports_every_revision(Revision revision) {
        List<String> program =
                new ArrayList<>(CliProcess.javaCommand(Main.class, List.of(), createArguments(List.of(), DEMO)));
        try (McpClient client = McpClient.builder("test", "1")
                .revisions(revision)
                .connect(ServerTarget.command(program.toArray(String[]::new)))) {
            assertThat(client.server().revision()).isEqualTo(revision);
            assertThat(callEcho(client)).isEqualTo("grüß dich");
        }
    }

    @Test
    @Tag("exhaustive")
    void piped_requests_are_answered_after_the_handshake() throws Exception {
        try (CliProcess tenon = CliProcess.start(createArguments(List.of(), DEMO))) {
            tenon.send(RequestLines.createInitialize(7, Revision.V2025_11_25));
            tenon.send(RequestLines.createInitialized());
            tenon.send(RequestLines.createSessionRequest(1, "tools/call", RequestLines.createEchoParams("grüß dich")));
            tenon.closeInput();
            List<String> lines = tenon.readRemainingLines();
            assertThat(lines).hasSize(2);
            assertThat(Json.parse(lines.get(0)).get("id")).isEqualTo(Json.of(7));
            assertThat(RequestLines.readText(Json.parse(lines.get(1)))).isEqualTo("grüß dich");
        }
    }

    @Test
    void malformed_lines_never_reach_the_server() throws Exception {
        try (CliProcess tenon = CliProcess.start(createArguments(List.of(), DEMO))) {
            for (String line : List.of("{", "nonsense", "[", "{}{}", "NaN")) {
                tenon.send(line);
                assertThat(tenon.readLine()).contains("\"error\"");
            }
            tenon.send(
                    RequestLines.createStatelessRequest(9, "tools/call", RequestLines.createEchoParams("still here")));
            assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).isEqualTo("still here");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_command_is_served_by_http_and_a_url_on_standard_input_and_output() throws Exception {
        try (CliProcess tenon = CliProcess.start(createArguments(List.of("--http", "127.0.0.1:0"), DEMO))) {
            String url = tenon.readLineContaining("  HTTP  ").strip().split(" +")[1];
            List<String> program = CliProcess.javaCommand(Main.class, List.of(), "guard", "--upstream", url);
            try (McpClient client =
                    McpClient.builder("test", "1").connect(ServerTarget.command(program.toArray(String[]::new)))) {
                assertThat(client.server().implementation().name()).contains("demo");
                assertThat(callEcho(client)).isEqualTo("grüß dich");
            }
        }
    }

    @Test
    void an_unapproved_command_is_shown_and_not_started(@TempDir Path directory) throws Exception {
        List<String> server = List.of("sh", "-c", "touch " + directory.resolve("ran"));
        try (CliProcess tenon = CliProcess.start("guard", "--", "sh", "-c", server.get(2))) {
            assertThat(tenon.waitFor()).isEqualTo(5);
            assertThat(tenon.errorOutput())
                    .contains("has not been approved", "command.shell", "tenon guard approve", "--yes");
        }
        assertThat(directory.resolve("ran")).doesNotExist();
    }

    @Test
    @Tag("exhaustive")
    void an_approved_command_starts_without_a_prompt(@TempDir Path directory) throws Exception {
        Map<String, String> environment =
                Map.of("TENON_APPROVALS", directory.resolve("approved.json").toString());
        List<String> approveArguments = new ArrayList<>(List.of("guard", "approve", "--yes", "--lock"));
        approveArguments.add(directory.resolve("tenon.lock").toString());
        approveArguments.add("--");
        approveArguments.addAll(DEMO);
        try (CliProcess tenon = CliProcess.startWithEnvironment(environment, approveArguments.toArray(String[]::new))) {
            assertThat(tenon.readRemainingLines()).anyMatch(line -> line.startsWith("Approved: "));
            assertThat(tenon.waitFor()).isZero();
        }
        List<String> guardArguments = new ArrayList<>(List.of("guard", "--"));
        guardArguments.addAll(DEMO);
        try (CliProcess tenon = CliProcess.startWithEnvironment(environment, guardArguments.toArray(String[]::new))) {
            tenon.send(RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createEchoParams("hello")));
            assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).isEqualTo("hello");
        }
    }

    /** Issue 20, item 41. */
    @Test
    void a_command_without_the_two_dashes_gets_advice() throws Exception {
        try (CliProcess tenon = CliProcess.start("guard", "--http", "127.0.0.1:0", "npx", "-y", "some-server")) {
            assertThat(tenon.waitFor()).isEqualTo(2);
            assertThat(tenon.errorOutput()).contains("must follow --", "tenon guard [OPTIONS] -- npx -y some-server");
        }
    }

    /** Issue 20, item 27: headers with secrets come from a file and a variable, and a visible one causes a warning. */
    @Test
    void headers_of_a_file_and_a_variable_reach_the_server(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "Bearer from-a-file\n");
        Queue<String> receivedHeaders = new ConcurrentLinkedQueue<>();
        try (McpServer server = McpServer.builder("behind", "1").build();
                TenonHttpServer http = TenonHttpServer.builder(server)
                        .port(0)
                        .authenticator(request -> {
                            Stream.of("Authorization", "X-Api-Key", "X-Token")
                                    .forEach(name -> receivedHeaders.add(String.valueOf(request.header(name))));
                            return new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal("guard"));
                        })
                        .start();
                CliProcess tenon = CliProcess.startWithEnvironment(
                        Map.of("TEAM_KEY", "from-a-variable"),
                        "guard",
                        "--upstream",
                        http.uri().toString(),
                        "--header",
                        "Authorization:@" + file,
                        "--header",
                        "X-Api-Key: ${TEAM_KEY}",
                        "--header",
                        "X-Token: visible")) {
            tenon.send(RequestLines.createStatelessRequest(1, "tools/list", ""));
            assertThat(tenon.readLine()).contains("\"id\":1");
            assertThat(receivedHeaders).contains("Bearer from-a-file", "from-a-variable", "visible");
            tenon.closeInput();
            tenon.readRemainingLines();
            assertThat(tenon.errorOutput())
                    .contains("The secret of --header X-Token is visible")
                    .doesNotContain("secret of --header Authorization", "secret of --header X-Api-Key");
        }
    }

    /** Issue 20, item 41: a client must not control the terminal of the operator. */
    @Test
    void the_output_of_the_demo_has_no_control_characters() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            String arguments = "{\"text\":" + Json.of("red \u001b[31m\nforged \u202e line") + "}";
            tenon.send(RequestLines.createStatelessRequest(
                    1, "tools/call", RequestLines.createCallParams("print", arguments)));
            assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).isEqualTo("Printed.");
            tenon.closeInput();
            tenon.readRemainingLines();
            assertThat(tenon.errorOutput())
                    .contains("red \\x1b[31m\\nforged \\u202e line")
                    .doesNotContain("\u001b");
        }
    }

    /** Issue 20, item 41: normal events cause no warning. */
    @Test
    @Tag("exhaustive")
    void a_cancelled_call_and_the_end_of_the_client_cause_no_warnings() throws Exception {
        try (CliProcess tenon = CliProcess.start(createArguments(List.of(), DEMO))) {
            tenon.send(RequestLines.createInitialize(1, Revision.V2025_11_25));
            assertThat(tenon.readLine()).contains("\"id\":1");
            tenon.send(RequestLines.createInitialized());
            String slowCall = "\"_meta\":{\"progressToken\":\"p\"},"
                    + RequestLines.createCallParams("count", "{\"to\":100,\"pauseMillis\":200}");
            tenon.send(RequestLines.createSessionRequest(2, "tools/call", slowCall));
            tenon.readLineContaining("notifications/progress");
            tenon.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
            tenon.send(RequestLines.createSessionRequest(3, "tools/call", RequestLines.createEchoParams("after")));
            tenon.readLineContaining("after");
            tenon.closeInput();
            tenon.readRemainingLines();
            assertThat(tenon.waitFor()).isZero();
            assertThat(tenon.errorOutput()).doesNotContainIgnoringCase("WARN").doesNotContain("was truncated");
        }
    }

    @Test
    void one_server_is_required() throws Exception {
        try (CliProcess tenon = CliProcess.start("guard", "--http", "127.0.0.1:0")) {
            assertThat(tenon.readRemainingLines()).isEmpty();
            assertThat(tenon.errorOutput()).contains("The server to guard is missing.");
        }
    }
}
