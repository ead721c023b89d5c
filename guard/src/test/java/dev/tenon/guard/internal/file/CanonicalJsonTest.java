package dev.tenon.guard.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

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
    void a_value_has_one_canonical_form(String text, String canonical) {
        assertThat(CanonicalJson.of(Json.parse(text)).toString())
                .isEqualTo(CanonicalJson.of(Json.parse(canonical)).toString());
        assertThat(CanonicalJson.of(CanonicalJson.of(Json.parse(text))))
                .hasToString(CanonicalJson.of(Json.parse(text)).toString());
    }

    /** Issue 20, section 1 ("it holds"): numbers without a canonical form within the default limits of JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"10e9999", "0.01e-9999"})
    void a_number_whose_canonical_form_exceeds_the_limits_is_unchanged(String number) {
        assertThat(CanonicalJson.of(Json.parse("[" + number + ", 1.50]"))).hasToString("[" + number + ",1.5]");
    }

    /** Issue 20, section 1 ("it holds"): with its dot and exponent it would exceed the maximum length of a number. */
    @Test
    void an_integer_with_the_maximum_number_of_digits_is_unchanged() {
        String number = "1".repeat(99) + "0";

        assertThat(CanonicalJson.of(Json.parse(number))).hasToString(number);
    }

    @Test
    void the_canonical_form_of_an_object_is_sorted_and_compact() {
        assertThat(CanonicalJson.of(Json.parse("{ \"b\" : 1.50 , \"a\" : [ true , null ] }")))
                .hasToString("{\"a\":[true,null],\"b\":1.5}");
    }

    @Test
    void the_hash_is_that_of_the_canonical_form() {
        assertThat(CanonicalJson.hash(Json.parse("{\"a\": 1}")))
                .isEqualTo(Sha256.hex("{\"a\":1}"))
                .isEqualTo("015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862");
        assertThat(CanonicalJson.hash(Json.parse("{\"a\": \"1\"}")))
                .isNotEqualTo(CanonicalJson.hash(Json.parse("{\"a\": 1}")));
    }
}
