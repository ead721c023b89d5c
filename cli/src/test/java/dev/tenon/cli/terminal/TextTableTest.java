package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private final StringWriter out = new StringWriter();
    private final TerminalOutput screen = new TerminalOutput(new PrintWriter(out), new PrintWriter(out));

    @Test
    void columns_stand_beneath_each_other_and_empty_ones_are_left_out() {
        TextTable table = new TextTable("NAME", "SIZE", "ABOUT");
        table.addRow("日本", "", "one");
        table.addRow("abcdef", "", "two");
        table.print(screen);

        assertThat(out.toString().lines()).containsExactly("NAME    ABOUT", "日本    one", "abcdef  two");
    }

    @Test
    void a_line_that_is_too_long_is_cut() {
        TextTable table = new TextTable("NAME", "ABOUT");
        table.addRow("a", "b".repeat(500));
        table.print(screen);

        assertThat(out.toString().lines())
                .last()
                .satisfies(line -> assertThat(line).hasSize(screen.width()).endsWith("b…"));
    }

    @Test
    void running_text_is_broken_between_words() {
        assertThat(LineWrapper.wrap("one two three\n\nfour", 9, "  ")).isEqualTo("  one two\n  three\n\n  four");
    }
}
