package dev.tenon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolParamHeadersTest {
    private static final ToolParamHeaders PARAMS = ToolParamHeaders.parse(Json.parse("""
            {"type": "object", "properties": {
              "region": {"type": "string", "x-mcp-header": "Region"},
              "count": {"type": "integer", "x-mcp-header": "Count"},
              "dry": {"type": "boolean", "x-mcp-header": "Dry"},
              "place": {"type": "object", "properties": {"city": {"type": "string", "x-mcp-header": "City"}}},
              "free": {"type": "string"}}}
            """));

    private static HeaderFields headers(String... namesAndValues) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return name -> all.getOrDefault(name, List.of());
    }

    @Nested
    class HeaderAnnotations {
        private List<String> problemsOf(String property) {
            return ToolParamHeaders.findProblems(
                    Json.parse("{\"type\":\"object\",\"properties\":{\"p\":" + property + "}}"));
        }

        @Test
        void are_found_at_every_path_of_properties() {
            assertThat(PARAMS.headers())
                    .extracting(ToolParamHeader::pathText, ToolParamHeader::headerName)
                    .containsExactly(
                            tuple("region", "Mcp-Param-Region"),
                            tuple("count", "Mcp-Param-Count"),
                            tuple("dry", "Mcp-Param-Dry"),
                            tuple("place.city", "Mcp-Param-City"));
        }

        @Test
        void may_have_the_name_of_a_standard_header() {
            assertThat(problemsOf("{\"type\":\"string\",\"x-mcp-header\":\"Method\"}"))
                    .isEmpty();
        }

        @Test
        void are_absent_from_most_schemas() {
            assertThat(ToolParamHeaders.parse(Json.parse("{\"type\":\"object\"}"))
                            .isEmpty())
                    .isTrue();
            assertThat(ToolParamHeaders.parse(Json.parse("true"))).isSameAs(ToolParamHeaders.EMPTY);
        }

        @Test
        @Covers("2026-07-28/http/x-mcp-header-not-empty")
        void must_not_be_empty() {
            assertThat(problemsOf("{\"type\":\"string\",\"x-mcp-header\":\"\"}"))
                    .singleElement()
                    .asString()
                    .contains("/properties/p", "empty");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"My Region", "Region:Primary", "Région", "Region\\t1", "A\\r\\nB", "(x)", "a/b", "\\u0000"})
        @Covers("2026-07-28/http/x-mcp-header-token")
        void must_be_tokens(String name) {
            assertThat(problemsOf("{\"type\":\"string\",\"x-mcp-header\":\"" + name + "\"}"))
                    .hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"1", "null", "true", "[\"A\"]", "{}"})
        void must_be_strings(String value) {
            assertThat(problemsOf("{\"type\":\"string\",\"x-mcp-header\":" + value + "}"))
                    .hasSize(1);
        }

        @ParameterizedTest
        @CsvSource({"Region,Region", "Region,REGION"})
        @Covers("2026-07-28/http/x-mcp-header-unique")
        void must_be_unique_without_regard_to_case(String one, String other) {
            Json schema = Json.parse("{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"" + one
                    + "\"},\"b\":{\"type\":\"object\",\"properties\":{\"c\":{\"type\":\"string\",\"x-mcp-header\":\""
                    + other
                    + "\"}}}}}");
            assertThat(ToolParamHeaders.findProblems(schema))
                    .singleElement()
                    .asString()
                    .contains("used twice");
            assertThatThrownBy(() -> ToolParamHeaders.parse(schema))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("/properties/b/properties/c");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "\"type\":\"number\"",
                    "\"type\":\"array\"",
                    "\"type\":\"object\"",
                    "\"type\":\"null\"",
                    "\"type\":[\"string\",\"null\"]",
                    "\"enum\":[\"a\"]",
                    "\"$ref\":\"#/$defs/a\""
                })
        @Covers("2026-07-28/http/x-mcp-header-primitive")
        void are_allowed_on_strings_integers_and_booleans_only(String type) {
            assertThat(problemsOf("{" + type + ",\"x-mcp-header\":\"A\"}"))
                    .singleElement()
                    .asString()
                    .contains("type");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"x-mcp-header\":\"A\",\"type\":\"string\"}",
                    "{\"items\":@}",
                    "{\"prefixItems\":[{},@]}",
                    "{\"contains\":@}",
                    "{\"additionalProperties\":@}",
                    "{\"patternProperties\":{\"x\":@}}",
                    "{\"$defs\":{\"x\":@}}",
                    "{\"definitions\":{\"x\":@}}",
                    "{\"dependentSchemas\":{\"x\":@}}",
                    "{\"allOf\":[@]}",
                    "{\"anyOf\":[@]}",
                    "{\"oneOf\":[{\"properties\":{\"x\":@}}]}",
                    "{\"not\":@}",
                    "{\"if\":@}",
                    "{\"then\":{\"properties\":{\"x\":@}}}",
                    "{\"else\":@}",
                    "{\"properties\":{\"list\":{\"type\":\"array\",\"items\":{\"properties\":{\"x\":@}}}}}",
                    "{\"properties\":{\"o\":{\"anyOf\":[{\"properties\":{\"x\":@}}]}}}"
                })
        @Covers("2026-07-28/http/x-mcp-header-static-reachable")
        void are_invalid_outside_of_properties(String schema) {
            String annotated = "{\"type\":\"string\",\"x-mcp-header\":\"A\"}";
            assertThat(ToolParamHeaders.findProblems(Json.parse(schema.replace("@", annotated))))
                    .hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}",
                    "{\"properties\":{\"a\":{\"default\":{\"x-mcp-header\":1},\"examples\":[{\"x-mcp-header\":\"\"}]}}}",
                    "{\"properties\":{\"a\":{\"const\":{\"x-mcp-header\":\"A\"},\"enum\":[{\"x-mcp-header\":\"A\"}]}}}"
                })
        void are_not_mistaken_for_parameters_and_data_of_that_name(String schema) {
            assertThat(ToolParamHeaders.findProblems(Json.parse(schema))).isEmpty();
        }
    }

    @Nested
    class SentHeaders {
        @Test
        @Covers({
            "2026-07-28/http/param-present-include",
            "2026-07-28/http/param-encode",
            "2026-07-28/http/param-extract-exact-path"
        })
        void every_present_value_has_its_header() {
            assertThat(PARAMS.toHeaders(
                            Json.parse("{\"region\":\"\",\"count\":0,\"dry\":false,\"place\":{\"city\":\" Köln\"}}")))
                    .containsExactly(
                            entry("Mcp-Param-Region", ""),
                            entry("Mcp-Param-Count", "0"),
                            entry("Mcp-Param-Dry", "false"),
                            entry("Mcp-Param-City", "=?base64?IEvDtmxu?="));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{}",
                    "{\"region\":null}",
                    "{\"city\":\"x\"}",
                    "{\"place\":{}}",
                    "{\"place\":[{\"city\":\"x\"}]}"
                })
        @Covers("2026-07-28/http/param-extract-exact-path")
        void absent_values_have_no_header(String arguments) {
            assertThat(PARAMS.toHeaders(Json.parse(arguments))).isEmpty();
        }

        @Test
        void a_call_without_arguments_has_no_headers() {
            assertThat(PARAMS.toHeaders(null)).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "42,42",
            "-7,-7",
            "42.0,42",
            "4.2e1,42",
            "100,100",
            "1e2,100",
            "9007199254740991,9007199254740991",
            "-0,0"
        })
        @Covers("2026-07-28/http/param-encode")
        void integers_are_decimal(String json, String header) {
            assertThat(PARAMS.toHeaders(Json.parse("{\"count\":" + json + "}")))
                    .containsExactly(entry("Mcp-Param-Count", header));
        }

        @ParameterizedTest
        @ValueSource(strings = {"9007199254740992", "-9007199254740992", "1e99", "123456789012345678901234567890"})
        @Covers("2026-07-28/http/x-mcp-header-safe-integer")
        void an_integer_beyond_the_safe_range_cannot_be_sent(String json) {
            assertThatThrownBy(() -> PARAMS.toHeaders(Json.parse("{\"count\":" + json + "}")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("count");
        }
    }

    @Nested
    class HeaderChecks {
        private List<String> check(HeaderFields headers, String arguments) {
            return PARAMS.findMismatches(headers, Json.parse(arguments));
        }

        @Test
        void matching_headers_are_accepted() {
            HeaderFields sent = headers(
                    "mcp-param-region",
                    " eu ",
                    "MCP-PARAM-COUNT",
                    "3",
                    "Mcp-Param-Dry",
                    "true",
                    "Mcp-Param-City",
                    "Rom");
            assertThat(check(sent, "{\"region\":\"eu\",\"count\":3,\"dry\":true,\"place\":{\"city\":\"Rom\"}}"))
                    .isEmpty();
        }

        @Test
        void an_encoded_value_is_decoded_first() {
            assertThat(check(headers("Mcp-Param-Region", "=?base64?SGVsbG8=?="), "{\"region\":\"Hello\"}"))
                    .isEmpty();
            assertThat(check(headers("Mcp-Param-Region", "=?base64?SGVsbG8?="), "{\"region\":\"Hello\"}"))
                    .containsExactly("Mcp-Param-Region: invalid characters or invalid Base64");
        }

        @Test
        void a_different_value_is_reported() {
            assertThat(check(headers("Mcp-Param-Region", "eu"), "{\"region\":\"us\"}"))
                    .containsExactly("Mcp-Param-Region: \"eu\" differs from \"us\" in region");
            assertThat(check(headers("Mcp-Param-Region", "EU"), "{\"region\":\"eu\"}"))
                    .hasSize(1);
            assertThat(check(headers("Mcp-Param-Dry", "True"), "{\"dry\":true}"))
                    .hasSize(1);
        }

        @Test
        void a_missing_header_is_reported_when_the_body_has_the_value() {
            assertThat(check(headers(), "{\"region\":\"us\",\"dry\":false}"))
                    .containsExactly(
                            "Mcp-Param-Region: missing, but region is in the body",
                            "Mcp-Param-Dry: missing, but dry is in the body");
        }

        @Test
        void a_header_for_an_absent_value_is_reported() {
            assertThat(check(headers("Mcp-Param-Region", "eu"), "{}")).hasSize(1);
            assertThat(check(headers("Mcp-Param-Region", ""), "{\"region\":null}"))
                    .hasSize(1);
            assertThat(PARAMS.findMismatches(headers("Mcp-Param-Region", "eu"), null))
                    .hasSize(1);
        }

        @ParameterizedTest
        @CsvSource({"42.0,42", "42,42.0", "4.2E1,42", "-7,-7.0", "0,-0"})
        @Covers("2026-07-28/http/integer-compare-numeric")
        void integers_compare_as_numbers(String header, String json) {
            assertThat(check(headers("Mcp-Param-Count", header), "{\"count\":" + json + "}"))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"43", "42.5", "4 2", "0x2A", "1e999999999", "forty-two", "", "NaN", "042", "+42", "42."})
        void other_numbers_differ(String header) {
            assertThat(check(headers("Mcp-Param-Count", header), "{\"count\":42}"))
                    .hasSize(1);
        }

        @Test
        @Covers("2026-07-28/http/x-mcp-header-safe-integer")
        void an_integer_beyond_the_safe_range_is_reported() {
            assertThat(check(headers("Mcp-Param-Count", "9007199254740993"), "{\"count\":9007199254740993}"))
                    .singleElement()
                    .asString()
                    .contains("2^53");
        }

        @Test
        void an_argument_of_the_wrong_type_is_left_to_the_validation_of_arguments() {
            assertThat(check(headers(), "{\"region\":{\"a\":1},\"count\":1.5}")).isEmpty();
        }

        @Test
        void a_duplicate_header_is_reported() {
            HeaderFields twice = name -> name.equals("Mcp-Param-Region") ? List.of("eu", "us") : List.of();
            assertThat(check(twice, "{\"region\":\"eu\"}")).containsExactly("Mcp-Param-Region: sent more than once");
        }
    }
}
