package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of schemas in both dialects, and the cost of validation. */
class SchemaValidationTest {
    private static final String DRAFT_07 = "\"$schema\":\"http://json-schema.org/draft-07/schema#\",";
    private static final String DRAFT_2020_12 = "\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",";

    private static boolean isValid(String schema, String value) {
        return Schema.compile(Json.parse(schema)).validate(Json.parse(value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"prefixItems\":[{\"type\":\"string\"}],\"items\":false|[\"a\"]|true",
                "\"prefixItems\":[{\"type\":\"string\"}],\"items\":false|[\"a\",1]|false",
                "\"type\":\"integer\"|1.0|true",
                "\"type\":\"integer\"|1e2|true",
                "\"type\":\"integer\"|1.5|false",
                "\"const\":1|1.0|true",
                "\"enum\":[{\"a\":1}]|{\"a\":1.0}|true",
                "\"multipleOf\":0.01|19.99|true",
                "\"multipleOf\":2|9007199254740993|false",
                "\"minimum\":9007199254740993|9007199254740992|false",
                "\"maximum\":1e400|1e399|true",
                "\"type\":\"integer\",\"minimum\":-5|1e300|true",
                "\"maxLength\":99999999999|\"a\"|true",
                "\"minItems\":1.0|[]|false",
                "\"dependentRequired\":{\"a\":[\"b\"]}|{\"a\":1}|false",
                "\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}|{\"a\":1}|false",
                "\"unevaluatedProperties\":false,\"allOf\":[{\"properties\":{\"a\":{}}}]|{\"a\":1}|true",
                "\"unevaluatedProperties\":false,\"allOf\":[{\"properties\":{\"a\":{}}}]|{\"b\":1}|false",
                "\"contains\":{\"const\":1},\"minContains\":2|[1,2]|false",
                "\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]}|{\"a\":1}|false",
                "\"$ref\":\"#/$defs/s\",\"maxLength\":1,\"$defs\":{\"s\":{\"type\":\"string\"}}|\"ab\"|false",
                "\"patternProperties\":{\"^x-\":{\"type\":\"string\"}},\"additionalProperties\":false|{\"x-a\":1}|false",
                "\"propertyNames\":{\"maxLength\":2}|{\"abc\":1}|false"
            })
    @Covers({"core/schema/default-dialect", "core/schema/validate-by-dialect", "2026-07-28/tools/input-schema-keywords"
    })
    void draft_2020_12_applies_with_and_without_its_name(String schema, String value, boolean expected) {
        assertThat(isValid("{" + schema + "}", value)).isEqualTo(expected);
        assertThat(isValid("{" + DRAFT_2020_12 + schema + "}", value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"items\":[{\"type\":\"string\"}],\"additionalItems\":false|[\"a\"]|true",
                "\"items\":[{\"type\":\"string\"}],\"additionalItems\":false|[\"a\",1]|false",
                "\"dependencies\":{\"a\":[\"b\"]}|{\"a\":1}|false",
                "\"dependencies\":{\"a\":{\"required\":[\"b\"]}}|{\"a\":1}|false",
                "\"$ref\":\"#/definitions/s\",\"maxLength\":1,\"definitions\":{\"s\":{\"type\":\"string\"}}|\"ab\"|true",
                "\"$ref\":\"#s\",\"definitions\":{\"x\":{\"$id\":\"#s\",\"type\":\"string\"}}|1|false",
                "\"prefixItems\":[{\"type\":\"string\"}]|[1]|true",
                "\"format\":\"date-time\"|\"now\"|true"
            })
    @Covers({"core/schema/explicit-dialect", "core/schema/validate-by-dialect"})
    void draft_07_applies_when_it_is_named(String schema, String value, boolean expected) {
        assertThat(isValid("{" + DRAFT_07 + schema + "}", value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\":\"#/$defs/a%20b\",\"$defs\":{\"a b\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"#/$defs/a~1b\",\"$defs\":{\"a/b\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"#here\",\"$defs\":{\"x\":{\"$anchor\":\"here\",\"type\":\"string\"}}}",
                "{\"$id\":\"http://example.org/root.json\",\"$ref\":\"item.json\","
                        + "\"$defs\":{\"x\":{\"$id\":\"item.json\",\"type\":\"string\"}}}",
                "{\"$id\":\"http://example.org/root.json\",\"$ref\":\"http://example.org/root.json#/$defs/x\","
                        + "\"$defs\":{\"x\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"urn:example:text\",\"$defs\":{\"x\":{\"$id\":\"urn:example:text\",\"type\":\"string\"}}}",
                "{\"$ref\":\"file:///etc/passwd\",\"$defs\":{\"x\":{\"$id\":\"file:///etc/passwd\",\"type\":\"string\"}}}",
                "{\"$ref\":\"#/x-own/text\",\"x-own\":{\"text\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"#/allOf/0\",\"allOf\":[{\"type\":\"string\"}]}",
                "{\"$dynamicRef\":\"#t\",\"$defs\":{\"x\":{\"$dynamicAnchor\":\"t\",\"type\":\"string\"}}}"
            })
    void references_within_the_schema_are_resolved(String schema) {
        assertThat(isValid(schema, "\"text\"")).isTrue();
        assertThat(isValid(schema, "1")).isFalse();
    }

    @Test
    void two_schemas_may_use_the_same_identifier() {
        Schema text = Schema.compile(Json.parse("{\"$id\":\"http://example.org/s\",\"type\":\"string\"}"));
        Schema number = Schema.compile(Json.parse("{\"$id\":\"http://example.org/s\",\"type\":\"number\"}"));

        assertThat(text.validate(Json.of("a"))).isEmpty();
        assertThat(number.validate(Json.of("a"))).hasSize(1);
    }

    @Test
    void boolean_schemas_allow_everything_or_nothing() {
        assertThat(isValid("true", "{\"a\":[null]}")).isTrue();
        assertThat(isValid("false", "1")).isFalse();
    }

    @Test
    @Covers("2026-07-28/tools/input-schema-keywords")
    void unknown_keywords_and_the_text_of_the_schema_are_kept() {
        String text = "{ \"type\":\"object\", \"x-own\":{\"b\":1.50,\"a\":[ ]}, \"examples\":[1e5] }";

        assertThat(Schema.compile(Json.parse(text)).json().toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id", "true", "false", "notAllowed", "discriminator", "nullable", "unionType", "propertyDependencies",
                "$recursiveRef", "$recursiveAnchor", "required1", "optional", "errorMessage", "message", "x-own",
                        "javaType"
            })
    void a_keyword_that_is_unknown_in_the_dialect_is_ignored(String keyword) {
        for (String value : List.of("1", "true", "\"#\"", "[\"a\"]", "{\"propertyName\":\"a\"}")) {
            for (String dialect : List.of("", DRAFT_07)) {
                Schema schema = Schema.compile(Json.parse(
                        "{" + dialect + "\"" + keyword + "\":" + value + ",\"type\":[\"object\",\"string\"]}"));

                assertThat(schema.validate(Json.parse("{\"b\":1}"))).isEmpty();
                assertThat(schema.validate(Json.of("a"))).isEmpty();
                assertThat(schema.validate(Json.of(1))).hasSize(1);
            }
        }
    }

    @Test
    void formats_are_annotations_unless_asserted() {
        Schema schema = Schema.compile(Json.parse("{\"format\":\"email\"}"));

        assertThat(schema.validate(Json.of("nobody"))).isEmpty();
        assertThat(schema.withFormatAssertion().validate(Json.of("nobody"))).hasSize(1);
        assertThat(schema.withFormatAssertion().validate(Json.of(1))).isEmpty();
    }

    @Test
    @Timeout(30)
    @Covers("2026-07-28/schema/bounds")
    void a_validation_with_exponential_branching_is_aborted() {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/$defs/a0\",\"$defs\":{");
        for (int i = 0; i < 40; i++) {
            String next = "{\"$ref\":\"#/$defs/a" + (i + 1) + "\"}";
            schema.append("\"a")
                    .append(i)
                    .append("\":{\"allOf\":[")
                    .append(next)
                    .append(',')
                    .append(next)
                    .append("]},");
        }
        Schema doubling = Schema.compile(Json.parse(schema + "\"a40\":{\"type\":\"string\"}}}"));

        assertThat(doubling.validate(Json.of("x"))).singleElement().satisfies(issue -> {
            assertThat(issue.keyword()).isEqualTo("limit");
            assertThat(issue.toSentence("The value")).contains("could not be checked");
        });
    }

    @Test
    @Timeout(30)
    @Covers("2026-07-28/schema/bounds")
    void a_validation_respects_its_timeout() {
        SchemaLimits brief =
                new SchemaLimits(1000, 20, 100, 100, Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofMillis(50), 5);
        Schema schema = Schema.compile(
                Json.parse("{\"items\":{\"anyOf\":[{\"const\":1},{\"pattern\":\"^(a|b)*$\"},{\"const\":3}]}}"), brief);
        schema.warmUp();
        Json value = Json.parse("[" + "[\"abab\"],".repeat(90_000) + "1]");

        List<SchemaIssue> issues = schema.validate(value);

        assertThat(issues).isNotEmpty();
        assertThat(issues.get(0).keyword()).isIn("limit", "const");
    }

    @Test
    void deep_values_do_not_overflow_the_stack() throws Exception {
        Schema tree = Schema.compile(
                Json.parse("{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}]}"));
        JsonReader reader = new JsonReader(new JsonLimits(1 << 20, 100_000, 1 << 20, 100, 100, 100));
        Json deep = reader.read(("[".repeat(5000) + "null" + "]".repeat(5000)).getBytes(StandardCharsets.UTF_8));
        Json usual = Json.parse("[".repeat(64) + "]".repeat(64));
        List<List<SchemaIssue>> found = new ArrayList<>();

        Thread small = new Thread(
                null, () -> List.of(usual, deep).forEach(v -> found.add(tree.validate(v))), "small", 512 << 10);
        small.start();
        small.join();

        assertThat(found).hasSize(2);
        assertThat(found.get(0)).isEmpty();
        assertThat(found.get(1))
                .singleElement()
                .extracting(SchemaIssue::keyword)
                .isEqualTo("limit");
    }

    @Test
    void a_new_schema_can_be_used_by_multiple_threads() throws Exception {
        Schema schema = SchemaGenerator.generateInputSchema(SampleTypes.Drawing.class);
        Json good =
                Json.of(new SampleTypes.Drawing(new SampleTypes.Group(List.of(new SampleTypes.Circle(1))), List.of()));
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            Json value = i % 2 == 0 ? good : Json.parse("{\"main\":{\"type\":\"circle\"},\"circles\":[]}");
            tasks.add(() -> schema.validate(value).size());
        }

        List<Future<Integer>> results = pool.invokeAll(tasks);
        pool.shutdown();

        for (int i = 0; i < 400; i++) {
            assertThat(results.get(i).get()).isEqualTo(i % 2);
        }
    }
}
