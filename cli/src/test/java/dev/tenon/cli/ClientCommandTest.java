package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The client commands as separate processes, with the demo over HTTP and stdio. */
class ClientCommandTest {
    private static final List<String> DEMO = CliProcess.javaCommand(Main.class, List.of(), "demo", "--stdio");
    private static CliProcess server;
    private static String url;
    private static String sse;
    private static String webSocket;

    @BeforeAll
    static void startServer() throws Exception {
        server = CliProcess.start("demo", "--http", "127.0.0.1:0", "--sse", "/sse", "--websocket", "/ws");
        url = server.readLineContaining("  HTTP  ").strip().split(" +")[1];
        sse = server.readLineContaining("  HTTP+SSE  ").strip().split(" +")[1];
        webSocket = server.readLineContaining("  WebSocket  ").strip().split(" +")[1];
        server.readLineContaining("Ctrl-C");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"})
    void a_tool_is_called_in_the_selected_revision(String revision) throws Exception {
        CommandResult called =
                CommandResult.run("call", url, "echo", "text=grüß dich", "--revision", revision, "--trace");

        assertThat(called.exitCode()).as(called.err()).isZero();
        assertThat(called.out()).isEqualTo("grüß dich");
        assertThat(called.err().lines())
                .allSatisfy(line -> assertThat(line).matches(" *\\d+ ms [→←] \\{.*"))
                .anyMatch(line -> line.contains("→") && line.contains("tools/call"))
                .anyMatch(line -> line.contains("←") && line.contains("grüß dich"));
        assertThat(called.err()).contains(revision);
    }

    @Test
    @Tag("exhaustive")
    void the_other_transports_are_reached_by_their_urls() throws Exception {
        assertThat(CommandResult.run("call", "--sse", sse, "echo", "text=a").out())
                .isEqualTo("a");
        assertThat(CommandResult.run("call", sse, "echo", "text=b").out()).isEqualTo("b");
        assertThat(CommandResult.run("call", webSocket, "echo", "text=c").out()).isEqualTo("c");
        assertThat(CommandResult.run(CommandResult.createArguments(DEMO, "call", "echo", "text=d"))
                        .out())
                .isEqualTo("d");
    }

    @Test
    @Tag("exhaustive")
    void discover_prints_the_same_json_in_both_eras() throws Exception {
        Json modern = Json.parse(CommandResult.run("discover", "--json", url).out());
        Json older = Json.parse(CommandResult.run("discover", "--json", url, "--revision", "2025-06-18")
                .out());

        assertThat(modern.get("revision").string()).isEqualTo("2026-07-28");
        assertThat(older.get("revision").string()).isEqualTo("2025-06-18");
        assertThat(older.members().keySet())
                .isEqualTo(modern.members().keySet())
                .contains("serverInfo", "capabilities", "instructions", "supportedVersions");
        assertThat(older.get("serverInfo").get("name").string()).isEqualTo("tenon-demo");
    }

    @Test
    @Tag("exhaustive")
    void lists_are_printed_as_the_json_of_the_server() throws Exception {
        Json tools = Json.parse(CommandResult.run("tools", "--json", url).out());
        assertThat(tools.get("tools").elements()).hasSizeGreaterThan(10);
        Json tool =
                Json.parse(CommandResult.run("tools", "--json", url, "forecast").out());
        assertThat(tool.get("inputSchema").toString()).contains("x-mcp-header");
        Json resources =
                Json.parse(CommandResult.run("resources", "--json", url).out());
        assertThat(resources.get("resources").elements()).hasSize(3);
        assertThat(resources.get("resourceTemplates").elements()).hasSize(1);
        Json prompt =
                Json.parse(CommandResult.run("prompts", "--json", url, "greet").out());
        assertThat(prompt.get("arguments").elements()).hasSize(2);
    }

    @Test
    @Tag("exhaustive")
    void arguments_come_as_json_from_a_file_or_from_standard_input(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("args.json"), "{\"text\": \"from a file\"}");

        assertThat(CommandResult.run("call", url, "echo", "--args", "@" + file).out())
                .isEqualTo("from a file");
        assertThat(CommandResult.runWithInput("{\"text\":\"piped\"}", "call", url, "echo", "--args", "-")
                        .out())
                .isEqualTo("piped");
        CommandResult none = CommandResult.run("call", url, "echo", "--args", "text");
        assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).startsWith("tenon: --args is not valid JSON");
    }

    @Test
    @Tag("exhaustive")
    void binary_content_is_saved_and_never_printed(@TempDir Path folder) throws Exception {
        CommandResult drawn =
                CommandResult.run("call", url, "draw", "colour=RED", "size=16", "--output", folder.toString());
        assertThat(drawn.out()).matches("\\[image image/png, \\d+ bytes, saved as .*draw-1\\.png]");
        assertThat(Files.readAllBytes(folder.resolve("draw-1.png"))).startsWith(0x89, 'P', 'N', 'G');

        CommandResult again = CommandResult.run("read", url, "demo://logo.png", "--output", folder.toString());
        assertThat(again.out()).contains("demo://logo.png").contains("logo-1.png");
        assertThat(folder.resolve("logo-1.png")).isNotEmptyFile();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "call URL ecoh text=a                   | 2 | Did you mean 'echo'?",
                "call URL echo txt=a                    | 2 | Did you mean 'text'?",
                "call URL echo                          | 2 | needs the argument 'text' (string: What to say again)",
                "call URL count to=many                 | 2 | must be an integer",
                "call URL echo text                     | 2 | NAME=VALUE",
                "call URL                               | 2 | name of the tool is missing",
                "call                                   | 2 | http://HOST:PORT/PATH",
                "tools nowhere                          | 2 | 'nowhere' is not a server URL",
                "discover URL more                      | 2 | Unexpected argument 'more'",
                "discover URL --revision 2020-01-01     | 2 | 2025-11-25",
                "discover URL --header nothing          | 2 | NAME:VALUE",
                "discover URL --env A=b                 | 2 | --env",
                "discover URL --timeout 0               | 2 | seconds",
                "prompt URL greet                       | 2 | needs the argument 'name' (Who is greeted)",
                "prompt URL greet name=a stile=b        | 2 | Did you mean 'style'?",
                "complete URL prompt:greet              | 2 | prompt:greet style=w",
                "read URL demo://nothing                | 3 | demo://nothing",
                "call URL sign_up                       | 3 | --answer",
                "tools http://127.0.0.1:1/mcp           | 4 | http://127.0.0.1:1/mcp cannot be reached",
                "tools -- no-such-program               | 4 | no-such-program",
            })
    void errors_have_advice_and_an_exit_code(String command, int code, String message) throws Exception {
        CommandResult run = CommandResult.runWithInput(
                "", command.strip().replace("URL", url).split(" "));

        assertThat(run.err()).startsWith("tenon: ").contains(message).doesNotContain("Exception", "\tat ");
        assertThat(run.exitCode()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
    }

    @Test
    @Tag("exhaustive")
    void notifications_are_printed_as_they_arrive() throws Exception {
        try (CliProcess listener = CliProcess.start("listen", url, "--count", "2", "--json", "demo://clock")) {
            while (!listener.errorOutput().contains("Listening for")) {
                Thread.sleep(50);
            }
            assertThat(CommandResult.run("call", url, "toggle_surprise").exitCode())
                    .isZero();

            assertThat(listener.waitFor()).isZero();
            assertThat(listener.readRemainingLines()).hasSize(2).allSatisfy(line -> assertThat(
                            Json.parse(line).get("method").string())
                    .startsWith("notifications/"));
        }
    }

    @Test
    @Tag("exhaustive")
    void an_interrupt_also_ends_the_started_server() throws Exception {
        try (CliProcess caller =
                CliProcess.startInterruptible(CommandResult.createArguments(DEMO, "call", "count", "to=1000"))) {
            while (!caller.errorOutput().contains("progress: ")) {
                Thread.sleep(50);
            }
            List<ProcessHandle> children = caller.children();
            assertThat(children).hasSize(1);

            caller.interrupt();

            assertThat(caller.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertThat(caller.errorOutput()).doesNotContain("Exception", "\tat ");
        }
    }

    @Test
    void client_commands_work_from_the_module_path() throws Exception {
        try (CliProcess caller =
                CliProcess.startFromModulePath("call", url, "convert", "degrees=1", "from=KELVIN", "to=KELVIN")) {
            assertThat(caller.waitFor()).as(caller.errorOutput()).isZero();
            assertThat(caller.readRemainingLines()).containsExactly("{\"degrees\":1.0,\"scale\":\"KELVIN\"}");
        }
    }
}
