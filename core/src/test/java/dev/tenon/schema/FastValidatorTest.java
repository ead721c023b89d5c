package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.schema.internal.fastpath.FastValidator;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that the fast validator recognizes, and those that it leaves to the validator library. */
class FastValidatorTest {
    private static final String DRAFT_07 = "\"$schema\":\"http://json-schema.org/draft-07/schema#\",";

    private static final String ORDER = """
            {"type":"object","title":"Order","properties":{
              "customer":{"type":"string","minLength":1,"maxLength":80,"description":"Who orders."},
              "contact":{"type":"string","format":"email"},
              "urgent":{"type":"boolean","default":false},
              "channel":{"type":"string","enum":["web","phone","shop"]},
              "lines":{"type":"array","minItems":1,"maxItems":20,"items":{"$ref":"#/$defs/line"}},
              "tags":{"type":"array","uniqueItems":true,"items":{"type":"string"}},
              "labels":{"type":"object","additionalProperties":{"type":"string"}},
              "note":{"type":["string","null"]},
              "payment":{"oneOf":[
                {"type":"object","properties":{"by":{"const":"card"},"number":{"type":"string"}},"required":["by","number"]},
                {"type":"object","properties":{"by":{"const":"invoice"}},"required":["by"]}]}},
             "required":["customer","lines"],"additionalProperties":false,
             "$defs":{"line":{"type":"object","properties":{
               "article":{"type":"string"},
               "pieces":{"type":"integer","minimum":1,"maximum":1000},
               "price":{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}},
               "required":["article","pieces"],"additionalProperties":false}}}""";

    private static FastValidator acceptor(String schema) {
        return Schema.compile(Json.parse(schema)).fastValidator();
    }

    @Test
    void a_typical_call_is_recognized_as_valid() {
        Json order = Json.parse("""
                {"customer":"Ada","contact":"ada@example.org","urgent":true,"channel":"web",
                 "lines":[{"article":"A-1","pieces":2,"price":19.99},{"article":"A-2","pieces":1e2}],
                 "tags":["new","big"],"labels":{"a":"b"},"note":null,"payment":{"by":"invoice"}}""");

        assertThat(acceptor(ORDER).isCertainlyValid(order)).isTrue();
        assertThat(Schema.compile(Json.parse(ORDER))
                        .withFormatAssertion()
                        .fastValidator()
                        .isCertainlyValid(order))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"customer\":\"\",\"lines\":[{\"article\":\"a\",\"pieces\":1}]}",
                "{\"customer\":\"Ada\",\"lines\":[]}",
                "{\"customer\":\"Ada\"}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":0}]}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1.5}]}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1,\"price\":0}]}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1,\"price\":0.001}]}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"more\":1}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"labels\":{\"a\":1}}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"tags\":[\"a\",\"\\u0061\"]}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"channel\":\"Web\"}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"note\":1}",
                "{\"customer\":\"Ada\",\"lines\":[{\"article\":\"a\",\"pieces\":1}],\"payment\":{\"by\":\"card\"}}",
                "[]"
            })
    void an_invalid_value_is_not_recognized_and_gets_its_issues(String value) {
        Schema schema = Schema.compile(Json.parse(ORDER));

        assertThat(schema.fastValidator().isSupported()).isTrue();
        assertThat(schema.fastValidator().isCertainlyValid(Json.parse(value))).isFalse();
        assertThat(schema.validate(Json.parse(value)))
                .isNotEmpty()
                .isEqualTo(schema.validateWithLibrary(Json.parse(value)));
    }

    @Test
    void generated_schemas_of_records_are_supported() {
        Schema schema = SchemaGenerator.generateInputSchema(SampleTypes.Drawing.class);
        Json drawing =
                Json.of(new SampleTypes.Drawing(new SampleTypes.Group(List.of(new SampleTypes.Circle(1))), List.of()));

        assertThat(schema.fastValidator().isCertainlyValid(drawing)).isTrue();
        assertThat(schema.fastValidator()
                        .isCertainlyValid(Json.parse("{\"main\":{\"type\":\"circle\"},\"circles\":[]}")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "int32,2147483647,2147483648",
        "int32,-2147483648,-2147483649",
        "int64,9223372036854775807,9223372036854775808",
        "int64,-9223372036854775808,-9223372036854775809",
        "date,'\"2026-11-22\"','\"2026-13-22\"'",
        "email,'\"ada@example.org\"','\"ada\"'"
    })
    void formats_are_checked_when_they_are_asserted(String format, String good, String bad) {
        Schema schema = Schema.compile(Json.parse("{\"format\":\"" + format + "\"}"));

        assertThat(schema.fastValidator().isCertainlyValid(Json.parse(bad))).isTrue();
        assertThat(schema.withFormatAssertion().fastValidator().isCertainlyValid(Json.parse(bad)))
                .isFalse();
        assertThat(schema.withFormatAssertion().fastValidator().isCertainlyValid(Json.parse(good)))
                .isTrue();
        assertThat(schema.withFormatAssertion().fastValidator().isCertainlyValid(Json.NULL))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"$ref\":\"#/definitions/s\",\"maxLength\":1,\"definitions\":{\"s\":{\"type\":\"string\"}}|\"ab\"|1",
                "\"items\":[{\"type\":\"string\"}],\"additionalItems\":{\"type\":\"null\"}|[\"a\",null]|[\"a\",1]",
                "\"items\":{\"type\":\"string\"},\"additionalItems\":false|[\"a\",\"b\"]|[1]",
                "\"properties\":{\"a\":{\"$ref\":\"#\"}},\"additionalProperties\":false|{\"a\":{\"a\":{}}}|{\"a\":{\"b\":1}}"
            })
    void draft_07_is_supported(String schema, String good, String bad) {
        FastValidator acceptor = acceptor("{" + DRAFT_07 + schema + "}");

        assertThat(acceptor.isCertainlyValid(Json.parse(good))).isTrue();
        assertThat(acceptor.isCertainlyValid(Json.parse(bad))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"pattern\":\"a\"",
                "\"patternProperties\":{\"a\":true}",
                "\"propertyNames\":{\"maxLength\":1}",
                "\"contains\":{}",
                "\"minContains\":0",
                "\"unevaluatedProperties\":true",
                "\"unevaluatedItems\":true",
                "\"dependentRequired\":{}",
                "\"dependentSchemas\":{}",
                "\"dependencies\":{}",
                "\"additionalItems\":{}",
                "\"contentMediaType\":\"text/plain\"",
                "\"contentSchema\":{}",
                "\"type\":\"object\",\"enum\":[{}]",
                "\"multipleOf\":1e-400",
                "\"$dynamicRef\":\"#a\",\"$defs\":{\"a\":{\"$dynamicAnchor\":\"a\"}}",
                DRAFT_07 + "\"prefixItems\":[true]",
                DRAFT_07 + "\"unevaluatedProperties\":true"
            })
    void an_unsupported_keyword_leaves_the_schema_to_the_validator_library(String keyword) {
        assertThat(acceptor("{" + keyword + "}").isSupported()).isFalse();
        assertThat(Schema.compile(Json.parse("{" + keyword + "}")).validate(Json.EMPTY_OBJECT))
                .isEmpty();
    }

    @Test
    void an_unsupported_keyword_that_applies_to_no_value_is_ignored() {
        assertThat(acceptor("{\"$defs\":{\"unused\":{\"contains\":{}}},\"type\":\"string\"}")
                        .isCertainlyValid(Json.of("a")))
                .isTrue();
        assertThat(acceptor("true").isCertainlyValid(Json.NULL)).isTrue();
        assertThat(acceptor("false").isCertainlyValid(Json.NULL)).isFalse();
    }

    @Test
    @Timeout(60)
    @Covers("2026-07-28/schema/bounds")
    void the_effort_is_limited() {
        Json many = Json.of(Collections.nCopies(90_000, Map.of("a", 1)));
        Json text = Json.of("x".repeat(1 << 20));
        String branches = "\"anyOf\":[{\"items\":{\"not\":{}}},{\"items\":{\"properties\":{\"a\":{\"const\":1}}}}]";
        StringBuilder doubling = new StringBuilder("{\"$ref\":\"#/$defs/a0\",\"$defs\":{");
        for (int i = 0; i < 30; i++) {
            String next = "{\"not\":{\"$ref\":\"#/$defs/a" + (i + 1) + "\"}}";
            doubling.append("\"a" + i + "\":{\"anyOf\":[" + next + "," + next + "]},");
        }

        assertThat(acceptor("{" + branches + "}").isCertainlyValid(many)).isFalse();
        FastValidator negation = acceptor(doubling + "\"a30\":{\"type\":\"null\"}}}");
        assertThat(negation.isSupported()).isTrue();
        assertThat(negation.isCertainlyValid(Json.of(1)) || negation.isCertainlyValid(Json.NULL))
                .isFalse();
        assertThat(acceptor("{\"minLength\":1000000}").isCertainlyValid(text)).isTrue();
        assertThat(acceptor("{\"uniqueItems\":true}").isCertainlyValid(many)).isFalse();
        SchemaLimits tight = new SchemaLimits(1000, 10, 10, 100, 20, 1000, Duration.ofSeconds(30), 5);
        Schema few = Schema.compile(Json.parse("{\"items\":{\"type\":\"integer\"}}"), tight);
        assertThat(few.fastValidator().isCertainlyValid(Json.parse("[1,2]"))).isTrue();
        assertThat(few.fastValidator().isCertainlyValid(Json.of(Collections.nCopies(50, 1))))
                .isFalse();
    }
}
