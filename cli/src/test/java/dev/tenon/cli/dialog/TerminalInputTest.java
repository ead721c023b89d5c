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
        assertThat(confirms("yes\n")).isTrue();
        assertThat(confirms("Y\n")).isTrue();
        assertThat(confirms("perhaps\nyes\n")).isTrue();
        assertThat(confirms("no\n")).isFalse();
        assertThat(confirms("\n")).isFalse();
    }

    @Test
    void the_end_of_input_confirms_nothing() {
        assertThat(confirms("")).isFalse();
        assertThat(confirms("perhaps\n")).isFalse();
    }

    private static boolean confirms(String typed) {
        PrintWriter out = new PrintWriter(new StringWriter());
        TerminalInput input = new TerminalInput(
                new TerminalOutput(out, out), new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        return input.confirm("Run it?");
    }
}
