package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.json.JsonException.JsonErrorReason;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Accepts exactly RFC 8259 within limits, and rejects other bytes with the reason. */
class JsonReaderTest {
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private static Json read(String text) {
        return READER.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonException rejection(JsonReader reader, byte[] bytes) {
        return catchThrowableOfType(JsonException.class, () -> reader.read(bytes));
    }

    private static JsonException rejection(String text) {
        return rejection(READER, text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-1.5e+10",
                "1E5",
                "\"\"",
                "{}",
                "[]",
                " \t\r\n[ 1 , 2 ] \n",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"",
                "\"ä€😀\"",
                "\"\\\\ud800\"",
                "\"\\u0000\"",
                "\"\u007f\"",
                "{\"\":{\"\":[[[]]]}}",
                "[0.0,-0.0,1e-9999,1e9999]",
                "{\"a\":1,\"b\":{\"a\":1}}",
                "[{\"a\":1},{\"a\":1}]",
                "\"\uFEFF\"",
                "\"\uFFFE\uFFFF\""
            })
    void valid_json_is_accepted_and_kept_unchanged(String text) {
        assertThat(read(text).toString()).isEqualTo(text.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                "nul",
                "nulll",
                "True",
                "undefined",
                "NaN",
                "Infinity",
                "-Infinity",
                "+1",
                "01",
                "-01",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x10",
                "1_000",
                "--1",
                "-",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\t\"",
                "\"\n\"",
                "\"\u0001\"",
                "[",
                "]",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1,,2]",
                "{",
                "}",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{1:1}",
                "{\"a\" 1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\"::1}",
                "[}",
                "{]",
                "[1}",
                "1 2",
                "{} {}",
                "[]]",
                "{}x",
                "true false",
                "// c\n1",
                "/* c */1",
                "#c\n1",
                "1 // c",
                "[1]\u00a0",
                "\u00a01",
                "\u2028[]",
                "\u000b1",
                "\f1"
            })
    void anything_else_is_malformed(String text) {
        assertThat(rejection(text).reason()).isEqualTo(JsonErrorReason.MALFORMED);
        assertThat(rejection(text).intactMembers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud800\"",
                "\"\\udc00\"",
                "\"\\udc00\\ud800\"",
                "\"\\ud800\\ud800\"",
                "\"\\ud800x\"",
                "\"\\ud83d\\n\"",
                "\"x\\uDBFF\"",
                "{\"\\ud800\":1}",
                "[\"\\\\\\ud800\"]",
                "\"\\ud800\\\\udc00\""
            })
    void an_unpaired_surrogate_is_malformed(String text) {
        assertThat(rejection(text).reason()).isEqualTo(JsonErrorReason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "UTF-32LE", "x-UTF-16LE-BOM"})
    void other_encodings_are_malformed(String charset) {
        byte[] bytes = "{\"a\":\"ä\"}".getBytes(Charset.forName(charset));

        assertThat(rejection(READER, bytes).reason()).isEqualTo(JsonErrorReason.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({
        "80, 0",
        "c0af, 0",
        "c1bf, 0",
        "c3, 0",
        "c328, 0",
        "e08080, 0",
        "e09fbf, 0",
        "eda080, 0",
        "edbfbf, 0",
        "e282, 0",
        "f0808080, 0",
        "f08fbfbf, 0",
        "f4908080, 0",
        "f5808080, 0",
        "fe, 0",
        "ff, 0",
        "f09f98, 0",
        "61c3, 1",
        "616161616161616180, 8",
        "61616161616161616161616161616100, 15",
        "00, 0"
    })
    void invalid_utf_8_is_malformed_and_located(String hex, int offset) {
        byte[] inside = HexFormat.of().parseHex(hex);
        byte[] bytes = new byte[inside.length + 2];
        System.arraycopy(inside, 0, bytes, 1, inside.length);
        bytes[0] = '"';
        bytes[bytes.length - 1] = '"';

        JsonException refusal = rejection(READER, bytes);

        assertThat(refusal.reason()).isEqualTo(JsonErrorReason.MALFORMED);
        assertThat(refusal).hasMessageEndingWith("byte " + (offset + 1));
    }

    @Test
    void a_byte_order_mark_is_malformed() {
        assertThat(rejection("\uFEFF{}")).hasMessageContaining("byte order mark");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"a\":2}|a|",
                "{\"id\":7,\"p\":{\"a\":1,\"a\":2}}|a|id p",
                "{\"id\":7,\"id\":8,\"m\":\"x\"}|id|m",
                "{\"id\":7,\"\\u0069d\":8,\"m\":1}|id|m",
                "[{\"a\":1,\"b\":2,\"a\":3}]|a|",
                "{\"b\":[{\"x\":{\"y\":1,\"y\":1}}],\"z\":0}|y|b z"
            })
    void a_duplicate_name_is_rejected_and_the_other_members_are_reported(String text, String name, String seen) {
        JsonException refusal = rejection(text);

        assertThat(refusal.reason()).isEqualTo(JsonErrorReason.DUPLICATE_NAME);
        assertThat(refusal).hasMessageContaining("\"" + name + "\"");
        assertThat(String.join(" ", refusal.intactMembers().keySet())).isEqualTo(seen == null ? "" : seen);
    }

    @Test
    void a_duplicate_name_is_detected_among_many() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 5000; i++) {
            text.append("\"n").append(i).append("\":").append(i).append(',');
        }

        assertThat(read(text + "\"last\":0}").members()).hasSize(5001);
        assertThat(rejection(text + "\"n4711\":0}").reason()).isEqualTo(JsonErrorReason.DUPLICATE_NAME);
    }

    @Test
    void malformed_text_takes_precedence_over_duplicate_names() {
        assertThat(rejection("{\"a\":1,\"a\":2").reason()).isEqualTo(JsonErrorReason.MALFORMED);
        assertThat(rejection("{\"a\":1,\"a\":2}{}").reason()).isEqualTo(JsonErrorReason.MALFORMED);
    }

    private static final JsonReader TIGHT = new JsonReader(new JsonLimits(200, 3, 20, 10, 5, 4));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[[]]]",
                "[[[1]]]",
                "{\"a\":{\"a\":[]}}",
                "\"12345678901234567890\"",
                "[1234567890]",
                "{\"12345\":1}",
                "[1,2,3,4]",
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
                "[[1,2,3,4],[1,2,3,4],[1]]",
                "[1e9999]"
            })
    void values_within_a_limit_are_accepted(String text) {
        assertThat(TIGHT.read(text.getBytes(StandardCharsets.UTF_8)).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[[[]]]]|deeper than 3 levels (limit: json.depth)",
                "{\"a\":[{\"b\":{}}]}|deeper than 3",
                "[\"123456789012345678901\"]|longer than 20 bytes",
                "[\"\\u0041\\u0041\\u0041\\u0041\"]|longer than 20 bytes (limit: json.stringBytes)",
                "[12345678901]|longer than 10 characters (limit: json.numberDigits)",
                "[-1.2345678e1]|longer than 10 characters",
                "{\"123456\":1}|longer than 5 characters (limit: json.nameChars)",
                "[1,2,3,4,5]|More than 4 members or elements in one container (limit: json.members)",
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}|More than 4 members",
                "[1e10000]|exponent beyond 9999 (a fixed limit)",
                "[1e-99999]|exponent",
                "[1E+99999]|exponent"
            })
    void values_beyond_a_limit_are_rejected_with_its_name(String text, String message) {
        // Shorter texts cannot contain such a string, so the reader skips the check of the string limit.
        JsonException refusal = rejection(TIGHT, (text + " ".repeat(20)).getBytes(StandardCharsets.UTF_8));

        assertThat(refusal.reason()).isEqualTo(JsonErrorReason.LIMIT);
        assertThat(refusal).hasMessageContaining(message);
    }

    @Test
    void a_document_beyond_the_size_limit_is_not_parsed() {
        JsonException refusal = rejection(TIGHT, new byte[201]);

        assertThat(refusal.reason()).isEqualTo(JsonErrorReason.LIMIT);
        assertThat(refusal).hasMessage("Message larger than 200 bytes (limit: json.bytes)");
        assertThat(refusal.intactMembers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":7,\"m\":\"x\",\"p\":[[[[]]]]}|id m",
                "{\"id\" : \"a\\\"}\" , \"p\" : [[[[]]]]}|id",
                "{\"p\":[[[[]]]],\"id\":7}|",
                "{\"o\":{\"id\":1},\"id\":7,\"p\":[[[[]]]]}|id",
                "{\"id\":7,\"id\":8,\"b\":true,\"p\":[[[[]]]]}|b",
                "{\"id\":7,\"123456\":1}|id",
                "{\"id\":12345678901}|",
                "[7,[[[[]]]]]|",
                "{\"n\":null,\"t\":true,\"p\":[1,2,3,4,5]}|n t"
            })
    void members_before_a_limit_are_reported(String text, String seen) {
        JsonException refusal = rejection(TIGHT, text.getBytes(StandardCharsets.UTF_8));

        assertThat(refusal.reason()).isEqualTo(JsonErrorReason.LIMIT);
        assertThat(String.join(" ", refusal.intactMembers().keySet())).isEqualTo(seen == null ? "" : seen);
        refusal.intactMembers().values().forEach(value -> assertThat(value.toString())
                .isNotEmpty());
    }

    @Test
    void depth_does_not_use_the_stack() throws Exception {
        JsonReader deep = new JsonReader(new JsonLimits(10 << 20, 1_000_000, 100, 100, 100, 100));
        byte[] bytes = ("[".repeat(400_000) + "]".repeat(400_000)).getBytes(StandardCharsets.UTF_8);
        Thread small = new Thread(
                null, () -> assertThat(deep.read(bytes).sizeInBytes()).isEqualTo(800_000), "small", 128 << 10);
        Throwable[] failure = new Throwable[1];
        small.setUncaughtExceptionHandler((t, e) -> failure[0] = e);

        small.start();
        small.join();

        assertThat(failure[0]).isNull();
    }

    @Test
    void limits_below_one_are_rejected() {
        assertThatThrownBy(() -> new JsonLimits(1, 1, 1, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Jackson in its strictest configuration serves as the reference; its known differences are tested above. */
    @Test
    void agrees_with_jackson_on_random_texts() {
        JsonMapper other = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        String[] parts = {
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-1.5e3", "true", "null", " ", "\"\\n\"", "0", ".",
            "e", "\"", "\\"
        };
        Random random = new Random(11);
        int accepted = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "{\"a\":" : "[");
            for (int n = random.nextInt(7); n > 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            text.append(text.charAt(0) == '{' ? "}" : "]");
            boolean fits = rejection(text.toString()) == null;
            accepted += fits ? 1 : 0;
            assertThat(fits).as(text.toString()).isEqualTo(accepts(other, text.toString()));
        }
        assertThat(accepted).isGreaterThan(100);
    }

    private static boolean accepts(JsonMapper mapper, String text) {
        try {
            mapper.readTree(text.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (JacksonException e) {
            return false;
        }
    }
}
