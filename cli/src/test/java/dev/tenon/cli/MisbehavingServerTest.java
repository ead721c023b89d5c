package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that hide text, request too much, or send invalid responses. */
@Tag("exhaustive")
class MisbehavingServerTest {
    private static final List<String> SERVER_COMMAND = CliProcess.javaCommand(MisbehavingServer.class, List.of());

    private static CommandResult run(String... args) throws Exception {
        return CommandResult.run(CommandResult.createArguments(SERVER_COMMAND, args));
    }

    @Test
    void hidden_characters_in_text_are_made_visible() throws Exception {
        CommandResult called = run("call", "hidden");
        assertThat(called.out()).isEqualTo("abc\\u202edef\\u200b\nsecond \\x1b[31mred\\x1b[0m");

        CommandResult listed = run("tools");
        assertThat(listed.out()).contains("abc\\u202edef\\u200b \\x1b[31mred");
        CommandResult discovered = run("discover");
        assertThat(discovered.out()).contains("odd \\x1b[31mred\\x1b[0m 1", "abc\\u202edef\\u200b");
        assertThat(called.out() + listed.out() + discovered.out()).doesNotContain("\u001b", "\u202E", "\u200B");
    }

    @Test
    void hidden_characters_in_json_are_escaped_and_kept() throws Exception {
        CommandResult called = run("call", "--json", "hidden");

        assertThat(called.out()).contains("\\u202e", "\\u200b").doesNotContain("\u001b", "\u202E", "\u200B");
        assertThat(RequestLines.readText(Json.of(Map.of("result", Json.parse(called.out())))))
                .startsWith("abc\u202Edef\u200B\r\n");
    }

    @Test
    void traces_and_errors_show_hidden_characters() throws Exception {
        CommandResult traced = run("discover", "--trace", "--revision", "2026-07-28");

        assertThat(traced.exitCode()).isEqualTo(ExitCode.PROTOCOL);
        assertThat(traced.err()).contains("→", "←", "tenon: ").doesNotContain("\u001b");
        CommandResult died = run("call", "dying");
        assertThat(died.exitCode()).isEqualTo(ExitCode.CONNECTION);
        assertThat(died.err()).contains("\\x1b[31m").doesNotContain("\u001b", "\tat ");
    }

    @ParameterizedTest
    @CsvSource({"failing, 1, It did not work out", "nonsense, 3, content", "dying, 4, out of"})
    void each_kind_of_failure_has_its_exit_code(String tool, int code, String expectedText) throws Exception {
        CommandResult called = run("call", tool);

        assertThat(called.exitCode()).as(called.err()).isEqualTo(code);
        assertThat(called.out() + called.err())
                .contains(expectedText)
                .contains("tenon: ")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void a_silent_server_causes_a_timeout() throws Exception {
        CommandResult called = run("call", "--timeout", "6", "silent");

        assertThat(called.exitCode()).isEqualTo(ExitCode.CONNECTION);
        assertThat(called.err()).contains("tenon: tools/call").contains("--timeout");
    }

    @Test
    void a_destructive_tool_requires_yes_in_a_script() throws Exception {
        CommandResult rejected =
                CommandResult.runWithInput("", CommandResult.createArguments(SERVER_COMMAND, "call", "erase"));
        assertThat(rejected.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(rejected.out()).isEmpty();
        assertThat(rejected.err()).contains("'erase'", "may destroy", "Nothing was called", "--yes");

        CommandResult called = run("call", "--yes", "erase", "all:=[1]");
        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).isEqualTo("Erased {\"all\":[1]}");
    }

    @Test
    void a_destructive_tool_requires_confirmation_at_a_terminal() throws Exception {
        CommandResult rejected =
                CommandResult.runAtTerminal("\n", CommandResult.createArguments(SERVER_COMMAND, "call", "erase"));
        assertThat(rejected.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(rejected.err()).contains("Call it? [no/yes]", "Nothing was called");

        CommandResult called = CommandResult.runAtTerminal(
                "what\ny\n", CommandResult.createArguments(SERVER_COMMAND, "call", "erase"));
        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).isEqualTo("Erased {}");
    }
}
