package dev.tenon.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {
    private final StringWriter out = new StringWriter();
    private final Screen screen = Screen.of(new PrintWriter(out), new PrintWriter(out));

    @Test
    void columns_stand_beneath_each_other_and_empty_ones_are_left_out() {
        Table table = Table.of("NAME", "SIZE", "ABOUT");
        table.row("日本", "", "one");
        table.row("abcdef", "", "two");
        table.print(screen);

        assertThat(out.toString().lines()).containsExactly("NAME    ABOUT", "日本    one", "abcdef  two");
    }

    @Test
    void a_line_that_is_too_long_is_cut() {
        Table table = Table.of("NAME", "ABOUT");
        table.row("a", "b".repeat(500));
        table.print(screen);

        assertThat(out.toString().lines())
                .last()
                .satisfies(line -> assertThat(line).hasSize(screen.width()).endsWith("b…"));
    }

    @Test
    void running_text_is_broken_between_words() {
        assertThat(Wrapped.text("one two three\n\nfour", 9, "  ")).isEqualTo("  one two\n  three\n\n  four");
    }
}
