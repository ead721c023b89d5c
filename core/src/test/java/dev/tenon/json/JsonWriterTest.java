package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output is compact and valid, and can be read back unchanged. */
class JsonWriterTest {
    private static String toText(JsonWriter writer) {
        return new String(writer.toBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void the_output_is_correct_for_any_initial_capacity() {
        for (int expected : new int[] {1, 15, 16, 17, 18, 19, 20, 100}) {
            byte[] text = new JsonWriter(expected)
                    .beginObject()
                    .name("a")
                    .value("twelve chars")
                    .endObject()
                    .takeBytes();
            assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo("{\"a\":\"twelve chars\"}");
        }
    }

    @Test
    void members_and_elements_are_separated() {
        JsonWriter writer = new JsonWriter(1)
                .beginObject()
                .name("a")
                .value(1)
                .name("b")
                .beginArray()
                .value("x")
                .value(true)
                .beginObject()
                .endObject()
                .beginArray()
                .endArray()
                .value(Json.NULL)
                .endArray()
                .name("c")
                .beginObject()
                .name("d")
                .value(false)
                .endObject()
                .endObject();

        assertThat(toText(writer)).isEqualTo("{\"a\":1,\"b\":[\"x\",true,{},[],null],\"c\":{\"d\":false}}");
    }

    @Test
    void fields_without_a_value_are_left_out() {
        JsonWriter writer = new JsonWriter()
                .beginObject()
                .fieldUnlessNull("a", (String) null)
                .fieldUnlessNull("b", "x")
                .fieldUnlessNull("c", (Json) null)
                .fieldUnlessNull("d", Json.EMPTY_OBJECT)
                .fieldUnlessNull("e", (Boolean) null)
                .fieldUnlessNull("f", false)
                .fieldUnlessNull("g", (Number) null)
                .fieldUnlessNull("h", new BigDecimal("1.50"))
                .fieldUnlessNull("i", BigInteger.TEN.pow(30))
                .fieldUnlessNull("j", 2.0)
                .fieldUnlessNull("k", 7L)
                .endObject();

        assertThat(toText(writer))
                .isEqualTo("{\"b\":\"x\",\"d\":{},\"f\":false,\"h\":1.50,"
                        + "\"i\":1000000000000000000000000000000,\"j\":2,\"k\":7}");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1.0, 1",
        "-3, -3",
        "1.5, 1.5",
        "9007199254740991, 9007199254740991",
        "1e300, 1.0E300",
        "0.1, 0.1",
        "1e-7, 1.0E-7",
        "9007199254740992, 9.007199254740992E15"
    })
    void whole_numbers_have_no_fraction(double value, String expected) {
        assertThat(toText(new JsonWriter().value(value))).isEqualTo(expected);
        assertThat(Json.parse(expected).number().doubleValue()).isEqualTo(value + 0.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void numbers_that_json_lacks_are_rejected(double value) {
        assertThatThrownBy(() -> new JsonWriter().value(value)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JsonWriter().beginObject().fieldUnlessNull("a", value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void strings_are_escaped_where_required() {
        assertThat(toText(new JsonWriter().value("\"\\/\b\f\n\r\t\u0000\u001f\u007fé€😀\u2028")))
                .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007fé€😀\u2028\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "\udc00", "a\ud800b", "\udc00\ud800", "é\ud83d", "\ud83d\ud83d\ude00"})
    void an_unpaired_surrogate_is_replaced(String text) {
        Json json = new JsonWriter().value(text).toJson();

        assertThat(Json.parse(json.toString()).string()).contains("\uFFFD").doesNotContain("\ud83d\ud83d");
        assertThat(new JsonWriter()
                        .beginObject()
                        .name(text)
                        .value(1)
                        .endObject()
                        .toJson()
                        .members()
                        .keySet()
                        .iterator()
                        .next())
                .contains("\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 18, 40, 4000})
    void a_returned_value_does_not_change(int expectedBytes) {
        JsonWriter writer = new JsonWriter(expectedBytes).beginArray().value("fourteen bytes");
        byte[] bytes = writer.endArray().toBytes();
        Json value = writer.toJson();
        Json same = writer.toJson();
        bytes[2] = 'x';
        writer.toBytes()[3] = 'x';
        value.toBytes()[4] = 'x';
        writer.beginArray().value("and more than there was room for").endArray();

        assertThat(value.toString()).isEqualTo("[\"fourteen bytes\"]");
        assertThat(same.toString()).isEqualTo("[\"fourteen bytes\"]");
    }

    @Test
    void any_text_can_be_read_back() {
        Random random = new Random(5);
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                int c = random.nextInt(4) == 0 ? random.nextInt(0x110000) : random.nextInt(0x100);
                text.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? '?' : c);
            }
            Json json = new JsonWriter(1)
                    .beginObject()
                    .name(text.toString())
                    .value(text.toString())
                    .endObject()
                    .toJson();
            Json read = Json.parse(json.toString());
            assertThat(read.members()).containsOnlyKeys(text.toString());
            assertThat(read.get(text.toString()).string()).isEqualTo(text.toString());
            assertThat(json).isEqualTo(read);
        }
    }
}
