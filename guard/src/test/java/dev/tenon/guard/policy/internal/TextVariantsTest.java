package dev.tenon.guard.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextVariantsTest {
    /** A fullwidth full stop. */
    private static final String WIDE_DOT = "\uff0e";

    private static String escape(String text, int times) {
        String escaped = text;
        for (int i = 0; i < times; i++) {
            escaped = escaped.replace("%", "%25");
        }
        return escaped;
    }

    @Test
    void a_plain_text_is_its_only_variant() {
        assertThat(TextVariants.of("plain/text")).containsExactly("plain/text");
    }

    @Test
    void the_text_itself_comes_first_and_each_variant_once() {
        assertThat(TextVariants.of("%2e%2e/x")).containsExactly("%2e%2e/x", "../x");
    }

    @Test
    void compatibility_characters_are_replaced_before_and_after_decoding() {
        assertThat(TextVariants.of(WIDE_DOT + "%EF%BC%8E"))
                .containsExactly(WIDE_DOT + "%EF%BC%8E", ".%EF%BC%8E", WIDE_DOT + WIDE_DOT, "..");
    }

    @Test
    void a_text_is_decoded_four_times_and_then_counts_as_escaped_too_often() {
        String fourTimes = escape("%2e", 3);
        assertThat(TextVariants.of(fourTimes)).endsWith(".");
        assertThat(TextVariants.isOverEscaped(fourTimes)).isFalse();

        String fiveTimes = escape("%2e", 4);
        assertThat(TextVariants.of(fiveTimes)).endsWith("%2e");
        assertThat(TextVariants.isOverEscaped(fiveTimes)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "%, %",
        "%2, %2",
        "%2e, .",
        "a%2E, a.",
        "%zz%2e, %zz.",
        "%%2e, %.",
        "%2%2e, %2.",
        "%+1, %+1",
        "100%25, 100%",
        "%C3%A4, \u00e4",
        "\u00e4%41, \u00e4A"
    })
    void invalid_escapes_are_kept(String text, String decoded) {
        assertThat(TextVariants.decodePercentEscapes(text)).isEqualTo(decoded);
    }

    @Test
    void an_escape_of_an_incomplete_character_does_not_hide_the_next_escape() {
        assertThat(TextVariants.decodePercentEscapes("%C3%2e%2e/")).endsWith("../");
    }
}
