package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reasons for which compiling a schema fails. */
class SchemaRejectionTest {
    private static Schema compile(String text) {
        return Schema.compile(Json.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9/schema.json",
                "https://example.org/schema.json#/$defs/a",
                "https://json-schema.org/draft/2020-12/schema",
                "http://json-schema.org/draft-07/schema#",
                "file:///etc/passwd",
                "classpath:/draft/2020-12/schema",
                "jar:file:/tmp/a.jar!/schema.json",
                "resource:schema.json",
                "ftp://example.org/a",
                "//example.org/a",
                "other.json",
                "other.json#/a",
                "../other.json",
                "urn:example:other"
            })
    @Covers({
        "2026-07-28/schema/no-network-ref",
        "2026-07-28/schema/ref-opt-in-off",
        "2026-07-28/schema/unresolved-ref-reject"
    })
    void an_external_reference_is_rejected_and_named(String reference) {
        for (String keyword : new String[] {"$ref", "$dynamicRef"}) {
            String schema = "{\"properties\":{\"a\":{\"" + keyword + "\":\"" + reference + "\"}}}";

            assertThatThrownBy(() -> compile(schema))
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining(reference)
                    .hasMessageContaining("never fetched")
                    .extracting("pointer")
                    .isEqualTo("#/properties/a/" + keyword);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/$defs/missing", "#missing", "#/properties/a/type", "#/required/0", "#/allOf/7"})
    @Covers("2026-07-28/schema/unresolved-ref-reject")
    void a_reference_without_a_target_is_rejected(String reference) {
        String schema = "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"$ref\":\"" + reference
                + "\"}},\"required\":[\"a\"]}";

        assertThatThrownBy(() -> compile(schema)).isInstanceOf(SchemaException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\":\"#\"}",
                "{\"allOf\":[{\"$ref\":\"#\"}]}",
                "{\"not\":{\"$ref\":\"#\"}}",
                "{\"if\":{\"$ref\":\"#\"}}",
                "{\"anyOf\":[{\"type\":\"string\"},{\"$ref\":\"#/$defs/a\"}],\"$defs\":{\"a\":{\"oneOf\":[{\"$ref\":\"#\"}]}}}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
                "{\"dependentSchemas\":{\"x\":{\"$ref\":\"#\"}}}",
                "{\"$dynamicAnchor\":\"n\",\"allOf\":[{\"$dynamicRef\":\"#n\"}]}",
                "{\"$id\":\"http://a/b\",\"anyOf\":[{\"$ref\":\"http://a/b\"}]}"
            })
    void a_schema_with_a_reference_cycle_is_rejected(String schema) {
        assertThatThrownBy(() -> compile(schema))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("loop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"objekt\"}|#/type",
                "{\"type\":[]}|#/type",
                "{\"type\":[\"string\",\"string\"]}|#/type",
                "{\"properties\":[]}|#/properties",
                "{\"properties\":{\"a\":1}}|#/properties",
                "{\"required\":\"a\"}|#/required",
                "{\"required\":[\"a\",\"a\"]}|#/required",
                "{\"enum\":\"a\"}|#/enum",
                "{\"minLength\":-1}|#/minLength",
                "{\"maxItems\":1.5}|#/maxItems",
                "{\"minimum\":\"0\"}|#/minimum",
                "{\"multipleOf\":0}|#/multipleOf",
                "{\"allOf\":[]}|#/allOf",
                "{\"items\":[{}]}|#/items",
                "{\"pattern\":\"(\"}|#/pattern",
                "{\"patternProperties\":{\"[\":{}}}|#/patternProperties/[",
                "{\"uniqueItems\":1}|#/uniqueItems",
                "{\"$ref\":1}|#/$ref",
                "{\"$anchor\":\"1a\"}|#/$anchor",
                "{\"$defs\":{\"a/b\":{\"not\":7}}}|#/$defs/a~1b/not",
                "{\"dependentRequired\":{\"a\":\"b\"}}|#/dependentRequired",
                "[]|#",
                "\"object\"|#"
            })
    @Covers("core/schema/schemas-valid")
    void a_malformed_schema_is_rejected_with_the_place(String schema, String pointer) {
        assertThatThrownBy(() -> compile(schema))
                .isInstanceOf(SchemaException.class)
                .extracting("pointer")
                .isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://json-schema.org/draft-04/schema#",
                "http://json-schema.org/draft-06/schema#",
                "https://json-schema.org/draft/2019-09/schema",
                "https://example.org/my-dialect",
                "no uri at all"
            })
    @Covers("core/schema/unsupported-dialect-error")
    void an_unsupported_dialect_is_named(String dialect) {
        assertThatThrownBy(() -> compile("{\"$schema\":\"" + dialect + "\"}"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("unsupported dialect")
                .hasMessageContaining(dialect)
                .hasMessageContaining("2020-12");
    }

    @Test
    @Covers("2026-07-28/schema/bounds")
    void a_schema_beyond_a_limit_is_rejected() {
        SchemaLimits tight = new SchemaLimits(300, 6, 5, 10, 1000, 1000, Duration.ofMillis(100), 3);

        assertThatThrownBy(() -> Schema.compile(Json.parse("{\"title\":\"" + "x".repeat(300) + "\"}"), tight))
                .hasMessageContaining("300 bytes");
        assertThatThrownBy(() -> Schema.compile(Json.parse("{\"anyOf\":[{},{},{},{},{}]}"), tight))
                .hasMessageContaining("5 subschemas");
        assertThatThrownBy(() -> Schema.compile(
                        Json.parse("{\"not\":{\"not\":{\"items\":{\"items\":{}}}}}"),
                        new SchemaLimits(300, 3, 50, 10, 1000, 1000, Duration.ofMillis(100), 3)))
                .hasMessageContaining("3 levels");
        assertThatThrownBy(() -> Schema.compile(Json.parse("{\"pattern\":\"aaaaaaaaaaa\"}"), tight))
                .hasMessageContaining("10 characters");
    }

    @Test
    void duplicate_identifiers_are_rejected() {
        assertThatThrownBy(() -> compile("{\"$defs\":{\"a\":{\"$id\":\"http://x/y\"},\"b\":{\"$id\":\"http://x/y\"}}}"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("already");
        assertThatThrownBy(() -> compile("{\"$defs\":{\"a\":{\"$anchor\":\"x\"},\"b\":{\"$anchor\":\"x\"}}}"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("already");
    }

    @Test
    @Covers("2026-07-28/schema/bounds")
    void the_length_of_reference_chains_is_limited() {
        assertThat(compile(chain(90)).validate(Json.of("x"))).isEmpty();
        assertThat(compile(chain(90)).validate(Json.of(1))).hasSize(1);
        assertThatThrownBy(() -> compile(chain(5000)))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("more than 100 other schemas");
    }

    private static String chain(int length) {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/$defs/a0\",\"$defs\":{");
        for (int i = 0; i < length; i++) {
            schema.append("\"a")
                    .append(i)
                    .append("\":{\"$ref\":\"#/$defs/a")
                    .append(i + 1)
                    .append("\"},");
        }
        return schema + "\"a" + length + "\":{\"type\":\"string\"}}}";
    }
}
