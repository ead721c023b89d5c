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
    private static final List<String> ODD = CliProcess.program(MisbehavingServer.class, List.of());

    private static CommandRun odd(String... args) throws Exception {
        return CommandRun.tenon(CommandRun.on(ODD, args));
    }

    @Test
    void what_is_hidden_in_texts_is_made_visible() throws Exception {
        CommandRun called = odd("call", "hidden");
        assertThat(called.out()).isEqualTo("abc\\u202edef\\u200b\nsecond \\x1b[31mred\\x1b[0m");

        CommandRun listed = odd("tools");
        assertThat(listed.out()).contains("abc\\u202edef\\u200b \\x1b[31mred");
        CommandRun discovered = odd("discover");
        assertThat(discovered.out()).contains("odd \\x1b[31mred\\x1b[0m 1", "abc\\u202edef\\u200b");
        assertThat(called.out() + listed.out() + discovered.out()).doesNotContain("\u001b", "\u202E", "\u200B");
    }

    @Test
    void as_json_what_is_hidden_is_escaped_and_stays_what_it_was() throws Exception {
        CommandRun called = odd("call", "--json", "hidden");

        assertThat(called.out()).contains("\\u202e", "\\u200b").doesNotContain("\u001b", "\u202E", "\u200B");
        assertThat(Requests.text(Json.of(Map.of("result", Json.parse(called.out())))))
                .startsWith("abc\u202Edef\u200B\r\n");
    }

    @Test
    void the_trace_and_error_messages_hide_nothing_either() throws Exception {
        CommandRun traced = odd("discover", "--trace", "--revision", "2026-07-28");

        assertThat(traced.exitCode()).isEqualTo(ExitCode.PROTOCOL);
        assertThat(traced.err()).contains("→", "←", "tenon: ").doesNotContain("\u001b");
        CommandRun died = odd("call", "dying");
        assertThat(died.exitCode()).isEqualTo(ExitCode.CONNECTION);
        assertThat(died.err()).contains("\\x1b[31m").doesNotContain("\u001b", "\tat ");
    }

    @ParameterizedTest
    @CsvSource({"failing, 1, It did not work out", "nonsense, 3, content", "dying, 4, out of"})
    void each_kind_of_failure_has_its_exit_code(String tool, int code, String said) throws Exception {
        CommandRun called = odd("call", tool);

        assertThat(called.exitCode()).as(called.err()).isEqualTo(code);
        assertThat(called.out() + called.err())
                .contains(said)
                .contains("tenon: ")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void silence_ends_with_the_time() throws Exception {
        CommandRun called = odd("call", "--timeout", "6", "silent");

        assertThat(called.exitCode()).isEqualTo(ExitCode.CONNECTION);
        assertThat(called.err()).contains("tenon: tools/call").contains("--timeout");
    }

    @Test
    void a_tool_that_says_it_destroys_is_not_called_in_a_script_without_a_yes() throws Exception {
        CommandRun refused = CommandRun.withInput("", CommandRun.on(ODD, "call", "erase"));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("'erase'", "may destroy", "Nothing was called", "--yes");

        CommandRun called = odd("call", "--yes", "erase", "all:=[1]");
        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).isEqualTo("Erased {\"all\":[1]}");
    }

    @Test
    void at_a_terminal_the_user_is_asked_first() throws Exception {
        CommandRun refused = CommandRun.atTerminal("\n", CommandRun.on(ODD, "call", "erase"));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("Call it? [no/yes]", "Nothing was called");

        CommandRun called = CommandRun.atTerminal("what\ny\n", CommandRun.on(ODD, "call", "erase"));
        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).isEqualTo("Erased {}");
    }
}
