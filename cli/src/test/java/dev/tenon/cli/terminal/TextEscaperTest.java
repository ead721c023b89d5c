package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;

class TextEscaperTest {
    @Test
    void letters_are_kept_and_hidden_characters_are_escaped() {
        assertThat(TextEscaper.escapeLine("grüß 日本 שלום")).isEqualTo("grüß 日本 שלום");
        assertThat(TextEscaper.escapeLine("a\u001b[2Jb\u0007\u009b")).isEqualTo("a\\x1b[2Jb\\x07\\x9b");
        assertThat(TextEscaper.escapeLine("\u202Egnp.exe\u2069\uFEFF\u200D"))
                .isEqualTo("\\u202egnp.exe\\u2069\\ufeff\\u200d");
        assertThat(TextEscaper.escapeLine(new StringBuilder()
                        .appendCodePoint(0xE0041)
                        .append("\uD800")
                        .toString()))
                .isEqualTo("\\u{e0041}\\ud800");
        assertThat(TextEscaper.escapeLine("\u3164\uFE0E\u2028")).isEqualTo("\\u3164\uFE0E\\u2028");
    }

    @Test
    void line_breaks_are_kept_in_texts_and_escaped_in_lines() {
        assertThat(TextEscaper.escapeText("a\r\nb\tc\rd")).isEqualTo("a\nb\tc\\rd");
        assertThat(TextEscaper.escapeLine("a\r\nb\tc")).isEqualTo("a\\r\\nb\\tc");
        assertThat(TextEscaper.escapeFirstLine("\n  first \n second")).isEqualTo("first");
    }

    @Test
    void json_is_written_exactly_with_hidden_characters_escaped() {
        Json json = Json.parse("{ \"a\" : [ 1.50 , { } , [ ] ],\n \"b\\\"\" : \"\u202E{,:\\u001b\" }");

        assertThat(TerminalJsonFormatter.formatCompact(json))
                .isEqualTo("{\"a\":[1.50,{},[]],\"b\\\"\":\"\\u202e{,:\\u001b\"}");
        assertThat(TerminalJsonFormatter.formatIndented(json)).isEqualTo("""
                {
                  "a": [
                    1.50,
                    {},
                    []
                  ],
                  "b\\"": "\\u202e{,:\\u001b"
                }""");
        assertThat(Json.parse(TerminalJsonFormatter.formatIndented(json))).isEqualTo(json);
    }
}
