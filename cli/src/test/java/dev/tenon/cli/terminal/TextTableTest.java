package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private final StringWriter out = new StringWriter();
    private final TerminalOutput output = new TerminalOutput(new PrintWriter(out), new PrintWriter(out));

    @Test
    void columns_are_aligned_and_empty_ones_are_omitted() {
        TextTable table = new TextTable("NAME", "SIZE", "ABOUT");
        table.addRow("日本", "", "one");
        table.addRow("abcdef", "", "two");
        table.print(output);

        assertThat(out.toString().lines()).containsExactly("NAME    ABOUT", "日本    one", "abcdef  two");
    }

    @Test
    void a_line_that_is_too_long_is_truncated() {
        TextTable table = new TextTable("NAME", "ABOUT");
        table.addRow("a", "b".repeat(500));
        table.print(output);

        assertThat(out.toString().lines())
                .last()
                .satisfies(line -> assertThat(line).hasSize(output.width()).endsWith("b…"));
    }

    @Test
    void text_is_wrapped_between_words() {
        assertThat(LineWrapper.wrap("one two three\n\nfour", 9, "  ")).isEqualTo("  one two\n  three\n\n  four");
    }
}
