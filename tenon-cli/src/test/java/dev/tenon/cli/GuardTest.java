package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    @EnumSource(Revision.class)
    void it_takes_the_place_of_the_command(Revision revision) {
        List<String> program = new ArrayList<>(CliProcess.program(Main.class, List.of(), guard(List.of(), DEMO)));
        try (McpClient client = McpClient.named("test", "1")
                .revisions(revision)
                .connect(Target.command(program.toArray(String[]::new)))) {
            assertThat(client.server().revision()).isEqualTo(revision);
            assertThat(echo(client)).isEqualTo("grüß dich");
        }
    }

    @Test
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
    void a_command_is_served_by_http_and_a_url_on_standard_input_and_output() throws Exception {
        try (CliProcess tenon = CliProcess.tenon(guard(List.of("--http", "127.0.0.1:0"), DEMO))) {
            String url = tenon.lineWith("  HTTP  ").strip().split(" +")[1];
            List<String> program = CliProcess.program(Main.class, List.of(), "guard", "--upstream", url);
            try (McpClient client =
                    McpClient.named("test", "1").connect(Target.command(program.toArray(String[]::new)))) {
                assertThat(client.server().implementation().name()).contains("demo");
                assertThat(echo(client)).isEqualTo("grüß dich");
            }
        }
    }

    @Test
    void a_command_that_nobody_approved_is_shown_and_not_started(@TempDir Path directory) throws Exception {
        List<String> server = List.of("sh", "-c", "touch " + directory.resolve("ran"));
        try (CliProcess tenon = CliProcess.tenon("guard", "--", "sh", "-c", server.get(2))) {
            assertThat(tenon.exitCode()).isEqualTo(5);
            assertThat(tenon.errors())
                    .contains("has not been approved", "command.shell", "tenon guard approve", "--yes");
        }
        assertThat(directory.resolve("ran")).doesNotExist();
    }

    @Test
    void what_was_approved_once_is_started_without_a_question(@TempDir Path directory) throws Exception {
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

    @Test
    void it_has_to_be_told_one_server() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("guard", "--http", "127.0.0.1:0")) {
            assertThat(tenon.remaining()).isEmpty();
            assertThat(tenon.errors()).contains("The server to guard is missing.");
        }
    }
}
