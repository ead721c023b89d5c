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
    private static final List<String> DEMO = CliProcess.program(Main.class, List.of(), "demo", "--stdio");

    private static String[] guard(List<String> options, List<String> server) {
        return Stream.of(List.of("guard", "--yes"), options, List.of("--"), server)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private static String echo(McpClient client) {
        CallToolResult said = client.callTool("echo", Map.of("text", "grüß dich"));
        return ((TextContent) said.content().get(0)).text();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void it_takes_the_place_of_the_command(Revision revision) {
        List<String> program = new ArrayList<>(CliProcess.program(Main.class, List.of(), guard(List.of(), DEMO)));
        try (McpClient client = McpClient.builder("test", "1")
                .revisions(revision)
                .connect(ServerTarget.command(program.toArray(String[]::new)))) {
            assertThat(client.server().revision()).isEqualTo(revision);
            assertThat(echo(client)).isEqualTo("grüß dich");
        }
    }

    @Test
    @Tag("exhaustive")
    void what_was_piped_in_is_answered_after_the_handshake() throws Exception {
        try (CliProcess tenon = CliProcess.tenon(guard(List.of(), DEMO))) {
            tenon.send(Requests.initialize(7, Revision.V2025_11_25));
            tenon.send(Requests.initialized());
            tenon.send(Requests.legacy(1, "tools/call", Requests.echo("grüß dich")));
            tenon.endInput();
            List<String> lines = tenon.remaining();
            assertThat(lines).hasSize(2);
            assertThat(Json.parse(lines.get(0)).get("id")).isEqualTo(Json.of(7));
            assertThat(Requests.text(Json.parse(lines.get(1)))).isEqualTo("grüß dich");
        }
    }

    @Test
    void lines_that_are_no_messages_never_reach_the_server() throws Exception {
        try (CliProcess tenon = CliProcess.tenon(guard(List.of(), DEMO))) {
            for (String line : List.of("{", "nonsense", "[", "{}{}", "NaN")) {
                tenon.send(line);
                assertThat(tenon.line()).contains("\"error\"");
            }
            tenon.send(Requests.modern(9, "tools/call", Requests.echo("still here")));
            assertThat(Requests.text(Json.parse(tenon.line()))).isEqualTo("still here");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_command_is_served_by_http_and_a_url_on_standard_input_and_output() throws Exception {
        try (CliProcess tenon = CliProcess.tenon(guard(List.of("--http", "127.0.0.1:0"), DEMO))) {
            String url = tenon.lineWith("  HTTP  ").strip().split(" +")[1];
            List<String> program = CliProcess.program(Main.class, List.of(), "guard", "--upstream", url);
            try (McpClient client =
                    McpClient.builder("test", "1").connect(ServerTarget.command(program.toArray(String[]::new)))) {
                assertThat(client.server().implementation().name()).contains("demo");
                assertThat(echo(client)).isEqualTo("grüß dich");
            }
        }
    }

    @Test
    void an_unapproved_command_is_shown_and_not_started(@TempDir Path directory) throws Exception {
        List<String> server = List.of("sh", "-c", "touch " + directory.resolve("ran"));
        try (CliProcess tenon = CliProcess.tenon("guard", "--", "sh", "-c", server.get(2))) {
            assertThat(tenon.exitCode()).isEqualTo(5);
            assertThat(tenon.errors())
                    .contains("has not been approved", "command.shell", "tenon guard approve", "--yes");
        }
        assertThat(directory.resolve("ran")).doesNotExist();
    }

    @Test
    @Tag("exhaustive")
    void an_approved_command_starts_without_a_prompt(@TempDir Path directory) throws Exception {
        Map<String, String> here =
                Map.of("TENON_APPROVALS", directory.resolve("approved.json").toString());
        List<String> approving = new ArrayList<>(List.of("guard", "approve", "--yes", "--lock"));
        approving.add(directory.resolve("tenon.lock").toString());
        approving.add("--");
        approving.addAll(DEMO);
        try (CliProcess tenon = CliProcess.with(here, approving.toArray(String[]::new))) {
            assertThat(tenon.remaining()).anyMatch(line -> line.startsWith("Approved: "));
            assertThat(tenon.exitCode()).isZero();
        }
        List<String> plain = new ArrayList<>(List.of("guard", "--"));
        plain.addAll(DEMO);
        try (CliProcess tenon = CliProcess.with(here, plain.toArray(String[]::new))) {
            tenon.send(Requests.modern(1, "tools/call", Requests.echo("hello")));
            assertThat(Requests.text(Json.parse(tenon.line()))).isEqualTo("hello");
        }
    }

    /** Issue 20, item 41. */
    @Test
    void a_command_without_the_two_dashes_gets_advice() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("guard", "--http", "127.0.0.1:0", "npx", "-y", "some-server")) {
            assertThat(tenon.exitCode()).isEqualTo(2);
            assertThat(tenon.errors()).contains("must follow --", "tenon guard [OPTIONS] -- npx -y some-server");
        }
    }

    /** Issue 20, item 27: headers with secrets come from a file and a variable, and a visible one causes a warning. */
    @Test
    void headers_of_a_file_and_a_variable_reach_the_server(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("token"), "Bearer from-a-file\n");
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (McpServer server = McpServer.builder("behind", "1").build();
                TenonHttpServer http = TenonHttpServer.builder(server)
                        .port(0)
                        .authenticator(head -> {
                            Stream.of("Authorization", "X-Api-Key", "X-Token")
                                    .forEach(name -> seen.add(String.valueOf(head.header(name))));
                            return new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal("guard"));
                        })
                        .start();
                CliProcess tenon = CliProcess.with(
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
            tenon.send(Requests.modern(1, "tools/list", ""));
            assertThat(tenon.line()).contains("\"id\":1");
            assertThat(seen).contains("Bearer from-a-file", "from-a-variable", "visible");
            tenon.endInput();
            tenon.remaining();
            assertThat(tenon.errors())
                    .contains("The secret of --header X-Token is visible")
                    .doesNotContain("secret of --header Authorization", "secret of --header X-Api-Key");
        }
    }

    /** Issue 20, item 41: a client must not control the terminal of the operator. */
    @Test
    void what_the_demo_prints_has_no_control_characters() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            String arguments = "{\"text\":" + Json.of("red \u001b[31m\nforged \u202e line") + "}";
            tenon.send(Requests.modern(1, "tools/call", Requests.call("print", arguments)));
            assertThat(Requests.text(Json.parse(tenon.line()))).isEqualTo("Printed.");
            tenon.endInput();
            tenon.remaining();
            assertThat(tenon.errors())
                    .contains("red \\x1b[31m\\nforged \\u202e line")
                    .doesNotContain("\u001b");
        }
    }

    /** Issue 20, item 41: normal events cause no warning. */
    @Test
    @Tag("exhaustive")
    void a_cancelled_call_and_the_end_of_the_client_are_no_warnings() throws Exception {
        try (CliProcess tenon = CliProcess.tenon(guard(List.of(), DEMO))) {
            tenon.send(Requests.initialize(1, Revision.V2025_11_25));
            assertThat(tenon.line()).contains("\"id\":1");
            tenon.send(Requests.initialized());
            String slow =
                    "\"_meta\":{\"progressToken\":\"p\"}," + Requests.call("count", "{\"to\":100,\"pauseMillis\":200}");
            tenon.send(Requests.legacy(2, "tools/call", slow));
            tenon.lineWith("notifications/progress");
            tenon.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
            tenon.send(Requests.legacy(3, "tools/call", Requests.echo("after")));
            tenon.lineWith("after");
            tenon.endInput();
            tenon.remaining();
            assertThat(tenon.exitCode()).isZero();
            assertThat(tenon.errors()).doesNotContainIgnoringCase("WARN").doesNotContain("was truncated");
        }
    }

    @Test
    void one_server_is_required() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("guard", "--http", "127.0.0.1:0")) {
            assertThat(tenon.remaining()).isEmpty();
            assertThat(tenon.errors()).contains("The server to guard is missing.");
        }
    }
}
