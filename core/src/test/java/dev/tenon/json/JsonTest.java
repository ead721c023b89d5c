package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading a value does not change it. */
class JsonTest {
    private static final Json SAMPLE =
            Json.parse(" { \"s\" : \"a\\u0062\\n\" , \"n\":1.50,\"t\":true,\"z\":null,\"a\":[1, [2],{}] } ");

    @Test
    void members_keep_their_order_and_their_text() {
        assertThat(SAMPLE.members().keySet()).containsExactly("s", "n", "t", "z", "a");
        assertThat(SAMPLE.get("s").string()).isEqualTo("ab\n");
        assertThat(SAMPLE.get("s").toString()).isEqualTo("\"a\\u0062\\n\"");
        assertThat(SAMPLE.get("n").number()).isEqualTo(new BigDecimal("1.50"));
        assertThat(SAMPLE.get("t").bool()).isTrue();
        assertThat(SAMPLE.get("z").isNull()).isTrue();
        assertThat(SAMPLE.get("missing")).isNull();
        assertThat(SAMPLE.get("a").elements()).extracting(Json::toString).containsExactly("1", "[2]", "{}");
    }

    @Test
    void accessors_of_other_kinds_return_null_or_empty() {
        Json number = Json.of(1);

        assertThat(number.members()).isEmpty();
        assertThat(number.elements()).isEmpty();
        assertThat(number.get("a")).isNull();
        assertThat(number.string()).isNull();
        assertThat(number.bool()).isNull();
        assertThat(SAMPLE.number()).isNull();
        assertThat(SAMPLE.elements()).isEmpty();
        assertThat(Json.NULL.string()).isNull();
    }

    @Test
    void a_value_is_immutable() {
        Json json = Json.parse("{\"a\":[1]}");

        assertThatThrownBy(() -> json.members().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> json.get("a").elements().clear()).isInstanceOf(UnsupportedOperationException.class);
        json.toBytes()[0] = 'x';
        assertThat(json.toString()).isEqualTo("{\"a\":[1]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":2}|{ \"b\" : 2.0, \"a\" : 1e0 }|true",
                "[1,2]|[2,1]|false",
                "\"a\"|\"\\u0061\"|true",
                "1|\"1\"|false",
                "0|-0.0|true",
                "{}|[]|false",
                "null|null|true",
                "true|false|false",
                "{\"a\":1}|{\"a\":1,\"b\":null}|false",
                "100|1E+2|true",
                "1e9999|1e-9999|false",
                "12345678901234567890|12345678901234567891|false"
            })
    void values_are_equal_when_they_mean_the_same(String one, String other, boolean equal) {
        Json a = Json.parse(one);
        Json b = Json.parse(other);

        assertThat(a.equals(b)).isEqualTo(equal);
        if (equal) {
            assertThat(a).hasSameHashCodeAs(b);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1000, 100_000_000, -64, 1L << 50})
    void consecutive_numbers_are_spread_in_a_small_map(long first) {
        int buckets = 128;
        Set<Integer> usedBuckets = new HashSet<>();
        for (long number = first; number < first + 64; number++) {
            int hash = Json.of(number).hashCode();
            // The bucket index of Java's hash maps.
            usedBuckets.add((hash ^ hash >>> 16) & buckets - 1);
        }

        assertThat(usedBuckets).hasSizeGreaterThan(32);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "-0, true", "1.0, false", "1e2, false", "1E2, false"})
    void integers_are_recognized_by_their_text(String text, boolean isInteger) {
        assertThat(Json.parse(text).isIntegerText()).isEqualTo(isInteger);
    }

    @Test
    void a_value_can_be_detached_from_its_message() {
        Json part = Json.parse("[\"" + "x".repeat(1000) + "\",{\"a\":1}]")
                .elements()
                .get(1);

        Json kept = part.toDetached();

        assertThat(kept).isEqualTo(part);
        assertThat(kept.<Integer>readBytes((bytes, from, length) -> bytes.length))
                .isEqualTo(7);
        assertThat(part.<String>readBytes(
                        (bytes, from, length) -> new String(bytes, from, length, StandardCharsets.UTF_8)))
                .isEqualTo("{\"a\":1}");
        assertThat(kept.toDetached()).isSameAs(kept);
        assertThat(part.sizeInBytes()).isEqualTo(7);
    }

    @Test
    void java_values_become_json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("n", null);
        map.put("o", Optional.empty());
        map.put("p", Optional.of(1));
        map.put("j", Json.parse("{\"x\":1.0}"));
        map.put("l", Arrays.asList("a", null, 2.5));

        assertThat(Json.of(map).toString())
                .isEqualTo("{\"n\":null,\"o\":null,\"p\":1,\"j\":{\"x\":1.0},\"l\":[\"a\",null,2.5]}");
        assertThat(Json.of(null)).isSameAs(Json.NULL);
        assertThat(Json.of(SAMPLE)).isSameAs(SAMPLE);
        assertThat(Json.of("é\"").toString()).isEqualTo("\"é\\\"\"");
    }

    @Test
    void a_value_that_cannot_be_written_is_rejected() {
        Map<String, Object> loop = new LinkedHashMap<>();
        loop.put("self", loop);

        assertThatThrownBy(() -> Json.of(loop)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.of(new Object() {
                    public String getName() {
                        throw new IllegalStateException("secret");
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void trusted_text_is_validated_as_strictly() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"a\":2}")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("[1,]")).isInstanceOf(JsonException.class);
    }

    @Test
    void each_kind_has_its_name() {
        assertThat(List.of("{}", "[]", "\"\"", "-1", "true", "null").stream()
                        .map(text -> Json.parse(text).kind().displayName()))
                .containsExactly("object", "array", "string", "number", "boolean", "null");
    }
}
