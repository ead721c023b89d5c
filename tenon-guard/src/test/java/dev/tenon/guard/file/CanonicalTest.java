package dev.tenon.guard.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ \"b\" : 1 , \"a\" : [ true , null ] } | {\"a\":[true,null],\"b\":1}",
                "\"\\u0041\\/\\u000a\" | \"A/\\n\"",
                "[1.50, 15e-1, 0.0, -0, 100] | [1.5,1.5,0,0,1E+2]",
                "123456789012345678901234567890 | 1.2345678901234567890123456789E+29",
                "{\"\\u20ac\":1,\"\\r\":2,\"1\":3} | {\"\\r\":2,\"1\":3,\"\u20ac\":1}",
            })
    void a_value_has_one_spelling(String text, String canonical) {
        assertThat(Canonical.of(Json.parse(text)).toString())
                .isEqualTo(Canonical.of(Json.parse(canonical)).toString());
        assertThat(Canonical.of(Canonical.of(Json.parse(text))))
                .hasToString(Canonical.of(Json.parse(text)).toString());
    }

    @Test
    void the_spelling_of_an_object_is_sorted_and_short() {
        assertThat(Canonical.of(Json.parse("{ \"b\" : 1.50 , \"a\" : [ true , null ] }")))
                .hasToString("{\"a\":[true,null],\"b\":1.5}");
    }

    @Test
    void the_hash_is_that_of_the_spelling() {
        assertThat(Canonical.hash(Json.parse("{\"a\": 1}")))
                .isEqualTo(Sha256.hex("{\"a\":1}"))
                .isEqualTo("015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862");
        assertThat(Canonical.hash(Json.parse("{\"a\": \"1\"}"))).isNotEqualTo(Canonical.hash(Json.parse("{\"a\": 1}")));
    }
}
