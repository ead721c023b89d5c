package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.fastpath.FastValidator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Issue 20, "it holds": which values {@code uniqueItems} and {@code enum} treat as equal, and that no choice of values
 * makes them slow. The values are validated by the validator library here, not by the {@link FastValidator}.
 */
class ValueEqualityTest {
    private static final int BITS = 16;
    private static final SchemaLimits LONG =
            new SchemaLimits(8 << 20, 20, 100, 100, 1_000_000, 1000, Duration.ofMinutes(5), 5);

    private static List<String> keywords(Schema schema, Json value) {
        return schema.validateWithLibrary(value).stream()
                .map(SchemaIssue::keyword)
                .toList();
    }

    /** Returns distinct strings with the same hash code. */
    private static List<String> collidingStrings() {
        return IntStream.range(0, 1 << BITS)
                .mapToObj(n -> {
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < BITS; i++) {
                        text.append((n >> i & 1) == 0 ? "Aa" : "BB");
                    }
                    return text.toString();
                })
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1,1.0]|false",
                "[1,1e0]|false",
                "[100,1e2]|false",
                "[0,-0.00]|false",
                "[1e400,1.0e400]|false",
                "[9007199254740993,9007199254740992]|true",
                "[1,\"1\",true,[1],{\"1\":1}]|true",
                "[null,false,0,\"\",[],{}]|true",
                "[null,null]|false",
                "[\"a\",\"\\u0061\"]|false",
                "[\"a\",\"A\"]|true",
                "[[1,23],[12,3],[123]]|true",
                "[[\"a\",\"b\"],[\"a,b\"],[\"ab\"]]|true",
                "[[1,[2]],[1.0,[2.0]]]|false",
                "[[1,2],[2,1]]|true",
                "[{\"a\":1,\"b\":2},{\"b\":2.0,\"a\":1}]|false",
                "[{\"a\":1,\"b\":2},{\"a\":2,\"b\":1}]|true",
                "[{\"a\":{\"b\":1}},{\"a\":{},\"b\":1}]|true",
                "{\"a\":1}|true"
            })
    void elements_are_unique_when_no_two_mean_the_same(String value, boolean unique) {
        List<String> issues = unique ? List.of() : List.of("uniqueItems");

        assertThat(keywords(Schema.compile(Json.parse("{\"uniqueItems\":true}")), Json.parse(value)))
                .isEqualTo(issues);
        assertThat(keywords(Schema.compile(Json.parse("{\"uniqueItems\":false}")), Json.parse(value)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1]|1.0|true",
                "[1]|\"1\"|false",
                "[{\"a\":1,\"b\":[2]}]|{\"b\":[2.0],\"a\":1}|true",
                "[\"a\",null]|null|true",
                "[\"a\",null]|\"null\"|false",
                "[]|1|false"
            })
    void a_value_of_an_enum_means_the_same_as_one_in_the_list(String list, String value, boolean listed) {
        Schema schema = Schema.compile(Json.parse("{\"enum\":" + list + "}"));

        assertThat(keywords(schema, Json.parse(value))).isEqualTo(listed ? List.of() : List.of("enum"));
    }

    @Test
    void the_search_for_equal_elements_respects_the_timeout() {
        SchemaLimits tight = new SchemaLimits(1000, 20, 100, 100, 1_000_000, 1000, Duration.ofNanos(1), 5);
        Schema unique = Schema.compile(Json.parse("{\"uniqueItems\":true}"), tight);

        assertThat(keywords(unique, Json.of(IntStream.range(0, 1000).boxed().toList())))
                .containsExactly("limit");
        assertThat(keywords(unique, Json.of(List.of("x".repeat(100_000))))).containsExactly("limit");
    }

    @Test
    @Timeout(60)
    void many_elements_with_the_same_hash_code_are_compared_quickly() {
        Schema unique = Schema.compile(Json.parse("{\"uniqueItems\":true}"), LONG);
        List<Long> numbers = LongStream.range(0, 1 << BITS)
                .mapToObj(n -> n * ((1L << Integer.SIZE) + 1))
                .toList();

        assertThat(keywords(unique, Json.of(collidingStrings()))).isEmpty();
        assertThat(keywords(unique, Json.of(numbers))).isEmpty();
    }

    @Test
    @Timeout(60)
    void many_values_of_an_enum_may_have_the_same_hash_code() {
        Schema listed = Schema.compile(Json.of(Map.of("enum", collidingStrings())), LONG);

        assertThat(keywords(listed, Json.of("Aa".repeat(BITS)))).isEmpty();
        assertThat(keywords(listed, Json.of("Ab".repeat(BITS)))).containsExactly("enum");
    }
}
