package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.document.ArrayElementCache;
import dev.tenon.schema.internal.document.ReferenceResolver;
import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.explain.InstancePaths;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, "it holds": the limits on memory and time for compiling the schema of a peer. */
class SchemaCostTest {
    private static final String TOO_LONG = "more than 4194304 characters in pointers and identifiers";

    private static void assertRejected(String schema) {
        Json json = Json.parse(schema);

        assertThatThrownBy(() -> Schema.compile(json))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(TOO_LONG)
                .hasMessageMatching("(?s).{20,400}");
    }

    private static String list(int size, IntFunction<String> member) {
        return IntStream.range(0, size).mapToObj(member).collect(Collectors.joining(","));
    }

    /** Returns a schema nested below a pointer of 2,000 characters for each level. */
    private static String nested(int levels, String schema) {
        String open = "{\"properties\":{\"" + "~".repeat(1000) + "\":";
        return open.repeat(levels) + schema + "}}".repeat(levels);
    }

    @Test
    void the_pointers_of_all_subschemas_have_a_common_limit() {
        assertRejected(nested(28, "{\"properties\":{" + list(80, i -> "\"x" + i + "\":{}") + "}}"));
        Schema.compile(Json.parse(nested(28, "{\"properties\":{" + list(20, i -> "\"x" + i + "\":{}") + "}}")));
    }

    @Test
    void references_to_a_place_with_a_long_pointer_are_limited() {
        String references = list(120, i -> "{\"$ref\":\"#far\"}");
        String far = nested(20, "{\"$anchor\":\"far\"}");

        assertRejected("{\"anyOf\":[" + references + "],\"$defs\":{\"a\":" + far + "}}");
    }

    @Test
    void identifiers_have_a_common_limit() {
        String id = "http://a/" + "b".repeat(100_000) + "/";
        String inner = list(50, i -> "\"a" + i + "\":{\"$id\":\"" + i + "\"}");

        assertRejected("{\"$id\":\"" + id + "\",\"$defs\":{" + inner + "}}");
        assertRejected("{\"$id\":\"" + id + "\",\"$defs\":{\"a\":{\"$id\":\"c\"}},\"anyOf\":["
                + list(50, i -> "{\"$ref\":\"c\"}") + "]}");
    }

    @Test
    void the_possible_targets_of_dynamic_references_are_limited() {
        String anchors = list(2100, i -> "\"a" + i + "\":{\"$id\":\"i" + i + "\",\"$dynamicAnchor\":\"t\"}");
        String references = list(2100, i -> "\"r" + i + "\":{\"$dynamicRef\":\"#t\"}");

        assertRejected("{\"$dynamicAnchor\":\"t\",\"$defs\":{" + anchors + "},\"properties\":{" + references + "}}");
    }

    @Test
    void a_large_schema_with_typical_names_is_within_the_limit() {
        String name = "a".repeat(150);
        String members = list(4900, i -> "\"" + name + i + "\":{\"$ref\":\"#/$defs/s\"}");

        assertThat(Schema.compile(Json.parse("{\"properties\":{" + members + "},\"$defs\":{\"s\":{}}}"))
                        .validate(Json.EMPTY_OBJECT))
                .isEmpty();
    }

    @Test
    void an_array_on_the_path_of_references_is_parsed_once() {
        SchemaDocument document = new SchemaDocument(
                Json.parse("{\"x\":[{\"y\":{}}],\"anyOf\":[{\"$ref\":\"#/x/0\"},{\"$ref\":\"#/x/0/y\"}]}"),
                SchemaLimits.DEFAULT);

        new ReferenceResolver(document).resolveAll();

        Json outer = Objects.requireNonNull(document.findSubSchema("/x/0")).json;
        assertThat(Objects.requireNonNull(document.findSubSchema("/x/0/y")).json)
                .isSameAs(outer.get("y"));
    }

    @Test
    @Timeout(60)
    void many_references_into_nested_arrays_are_resolved_quickly() {
        String targets = list(4900, i -> "\"n" + i + "\":{}");
        String references = list(4900, i -> "{\"$ref\":\"#/x" + "/0".repeat(55) + "/n" + i + "\"}");

        Schema schema = Schema.compile(Json.parse("{\"x\":" + "[".repeat(55) + "{" + targets + "}" + "]".repeat(55)
                + ",\"anyOf\":[" + references + "]}"));

        assertThat(schema.validate(Json.of(1))).isEmpty();
    }

    @Test
    void regular_expressions_have_a_common_limit() {
        IntFunction<String> member = i -> "\"a" + i + "\":{\"pattern\":\"x{40000}" + i + "\"}";

        assertThatThrownBy(() -> Schema.compile(Json.parse("{\"properties\":{" + list(15, member) + "}}")))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("regular expressions add up to more than 500000");
        Schema.compile(Json.parse("{\"properties\":{" + list(10, member) + "}}"));
        Schema.compile(Json.parse("{\"anyOf\":[" + list(100, i -> "{\"pattern\":\"x{40000}\"}") + "]}"));
    }

    @Test
    void an_array_in_a_value_is_parsed_once_for_all_of_its_issues() {
        ArrayElementCache elements = new ArrayElementCache();
        Json value = Json.parse("{\"a\":[[1,2],[3]]}");

        Json first = InstancePaths.findValue(value, List.of("a", 0, 1), elements);

        assertThat(first).isEqualTo(Json.of(2)).isSameAs(InstancePaths.findValue(value, List.of("a", 0, 1), elements));
        assertThat(InstancePaths.findValue(value, List.of("a", 1, 1), elements)).isNull();
        assertThat(InstancePaths.findValue(value, List.of("a", 7, 1), elements)).isNull();
    }
}
