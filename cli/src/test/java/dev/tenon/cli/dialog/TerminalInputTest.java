package dev.tenon.cli.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.TerminalOutput;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalInputTest {
    @Test
    void only_yes_confirms() {
        assertThat(agreesTo("yes\n")).isTrue();
        assertThat(agreesTo("Y\n")).isTrue();
        assertThat(agreesTo("perhaps\nyes\n")).isTrue();
        assertThat(agreesTo("no\n")).isFalse();
        assertThat(agreesTo("\n")).isFalse();
    }

    @Test
    void the_end_of_all_input_is_a_no() {
        assertThat(agreesTo("")).isFalse();
        assertThat(agreesTo("perhaps\n")).isFalse();
    }

    private static boolean agreesTo(String typed) {
        PrintWriter out = new PrintWriter(new StringWriter());
        TerminalInput keyboard = new TerminalInput(
                new TerminalOutput(out, out), new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        return keyboard.confirm("Run it?");
    }
}
