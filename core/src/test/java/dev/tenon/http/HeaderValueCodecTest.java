package dev.tenon.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderValueCodecTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "us-west1",
                "us west 1",
                "",
                "true",
                "-7",
                "file:///a/b%20c.txt?x=1",
                "=?base64?no end",
                "SGVsbG8=",
                "=?BASE64?SGVsbG8=?=",
                "a=?base64?b?="
            })
    void a_safe_text_is_sent_unchanged(String text) {
        assertThat(HeaderValueCodec.encode(text)).isEqualTo(text);
        assertThat(HeaderValueCodec.decode(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Grüße,=?base64?R3LDvMOfZQ==?=",
                " front,=?base64?IGZyb250?=",
                "back ,=?base64?YmFjayA=?=",
                "'a\nb',=?base64?YQpi?=",
                "'a\r\nb',=?base64?YQ0KYg==?=",
                "'\tin',=?base64?CWlu?=",
                "'a\tb',=?base64?YQli?=",
                "a\u007Fb,=?base64?YX9i?=",
                "=?base64?x?=,=?base64?PT9iYXNlNjQ/eD89?="
            })
    @Covers({
        "2026-07-28/http/param-base64",
        "2026-07-28/http/mcp-name-encode",
        "2026-07-28/http/param-sentinel-collision",
        "2026-07-28/http/param-sentinel-exact"
    })
    void an_unsafe_text_is_sent_in_base64(String text, String value) {
        assertThat(HeaderValueCodec.encode(text)).isEqualTo(value);
        assertThat(HeaderValueCodec.decode(value)).isEqualTo(text);
    }

    @Test
    void a_text_that_looks_partly_encoded_stays_unambiguous() {
        String overlapping = "=?base64?=";
        assertThat(HeaderValueCodec.decode(HeaderValueCodec.encode(overlapping)))
                .isEqualTo(overlapping);
        assertThat(HeaderValueCodec.decode(overlapping)).isEqualTo(overlapping);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SGVsbG8=", "=?base64?SGVsbG8=", "SGVsbG8=?=", "=?BASE64?SGVsbG8=?=", "=?Base64?SGVsbG8=?="})
    @Covers("2026-07-28/http/param-sentinel-exact")
    void without_the_exact_markers_a_value_is_literal(String value) {
        assertThat(HeaderValueCodec.decode(value)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?base64?SGVsbG8?=",
                "=?base64?SGVs!!!bG8=?=",
                "=?base64?SGVsbG8==?=",
                "=?base64?SGVsbG9=?=",
                "=?base64?SGVs bG8=?=",
                "=?base64?_-8=?=",
                "=?base64?wyg=?=",
                "=?base64?=?="
            })
    void broken_base64_is_invalid(String value) {
        assertThat(HeaderValueCodec.decode(value)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Gr\u00FC\u00DFe", "a\u0000b", "a\rb", "a\nb", "a\u007Fb", "\u4E16"})
    void a_character_that_is_not_allowed_in_headers_is_invalid(String value) {
        assertThat(HeaderValueCodec.decode(value)).isNull();
    }

    @Test
    void white_space_around_a_value_is_ignored() {
        assertThat(HeaderValueCodec.decode(" \t foo \t")).isEqualTo("foo");
        assertThat(HeaderValueCodec.decode("  =?base64?IGZyb250?= ")).isEqualTo(" front");
        assertThat(HeaderValueCodec.decode("   ")).isEmpty();
        assertThat(HeaderValueCodec.decode("=?base64??=")).isEmpty();
    }

    @Test
    void every_text_can_be_encoded_and_decoded() {
        Random random = new Random(7);
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder();
            for (int c = random.nextInt(12); c > 0; c--) {
                int range = random.nextBoolean() ? 0x80 : 0xD800;
                text.appendCodePoint(random.nextInt(range));
            }
            String value = HeaderValueCodec.encode(text.toString());
            assertThat(value.chars()).allMatch(c -> c >= 0x20 && c < 0x7F);
            assertThat(HeaderValueCodec.decode(value)).isEqualTo(text.toString());
        }
    }
}
