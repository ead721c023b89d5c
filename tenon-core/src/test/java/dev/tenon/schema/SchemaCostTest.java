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

/** Issue 20, "it holds": what compiling the schema of a peer may take of memory and time. */
class SchemaCostTest {
    private static final String TOO_LONG = "more than 4194304 characters in pointers and identifiers";

    private static void refused(String schema) {
        Json json = Json.parse(schema);

        assertThatThrownBy(() -> Schema.compile(json))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(TOO_LONG)
                .hasMessageMatching("(?s).{20,400}");
    }

    private static String list(int size, IntFunction<String> member) {
        return IntStream.range(0, size).mapToObj(member).collect(Collectors.joining(","));
    }

    /** A schema within others, below a pointer of 2,000 characters for each level. */
    private static String far(int levels, String schema) {
        String open = "{\"properties\":{\"" + "~".repeat(1000) + "\":";
        return open.repeat(levels) + schema + "}}".repeat(levels);
    }

    @Test
    void the_pointers_of_all_subschemas_have_a_bound_together() {
        refused(far(28, "{\"properties\":{" + list(80, i -> "\"x" + i + "\":{}") + "}}"));
        Schema.compile(Json.parse(far(28, "{\"properties\":{" + list(20, i -> "\"x" + i + "\":{}") + "}}")));
    }

    @Test
    void references_to_a_place_with_a_long_pointer_have_a_bound() {
        String references = list(120, i -> "{\"$ref\":\"#far\"}");

        refused("{\"anyOf\":[" + references + "],\"$defs\":{\"a\":" + far(20, "{\"$anchor\":\"far\"}") + "}}");
    }

    @Test
    void identifiers_have_a_bound_together() {
        String id = "http://a/" + "b".repeat(100_000) + "/";
        String inner = list(50, i -> "\"a" + i + "\":{\"$id\":\"" + i + "\"}");

        refused("{\"$id\":\"" + id + "\",\"$defs\":{" + inner + "}}");
        refused("{\"$id\":\"" + id + "\",\"$defs\":{\"a\":{\"$id\":\"c\"}},\"anyOf\":["
                + list(50, i -> "{\"$ref\":\"c\"}") + "]}");
    }

    @Test
    void dynamic_references_have_a_bound_for_all_that_they_may_mean() {
        String anchors = list(2100, i -> "\"a" + i + "\":{\"$id\":\"i" + i + "\",\"$dynamicAnchor\":\"t\"}");
        String references = list(2100, i -> "\"r" + i + "\":{\"$dynamicRef\":\"#t\"}");

        refused("{\"$dynamicAnchor\":\"t\",\"$defs\":{" + anchors + "},\"properties\":{" + references + "}}");
    }

    @Test
    void a_large_schema_of_usual_names_keeps_to_the_bound() {
        String name = "a".repeat(150);
        String members = list(4900, i -> "\"" + name + i + "\":{\"$ref\":\"#/$defs/s\"}");

        assertThat(Schema.compile(Json.parse("{\"properties\":{" + members + "},\"$defs\":{\"s\":{}}}"))
                        .validate(Json.EMPTY_OBJECT))
                .isEmpty();
    }

    @Test
    void a_list_that_references_lead_through_is_looked_through_once() {
        SchemaDocument tree = new SchemaDocument(
                Json.parse("{\"x\":[{\"y\":{}}],\"anyOf\":[{\"$ref\":\"#/x/0\"},{\"$ref\":\"#/x/0/y\"}]}"),
                SchemaLimits.DEFAULT);

        new ReferenceResolver(tree).resolveAll();

        Json outer = Objects.requireNonNull(tree.findSubSchema("/x/0")).json;
        assertThat(Objects.requireNonNull(tree.findSubSchema("/x/0/y")).json).isSameAs(outer.get("y"));
    }

    @Test
    @Timeout(60)
    void many_references_into_lists_within_lists_are_followed_at_once() {
        String targets = list(4900, i -> "\"n" + i + "\":{}");
        String references = list(4900, i -> "{\"$ref\":\"#/x" + "/0".repeat(55) + "/n" + i + "\"}");

        Schema schema = Schema.compile(Json.parse("{\"x\":" + "[".repeat(55) + "{" + targets + "}" + "]".repeat(55)
                + ",\"anyOf\":[" + references + "]}"));

        assertThat(schema.validate(Json.of(1))).isEmpty();
    }

    @Test
    void regular_expressions_have_a_bound_together() {
        IntFunction<String> member = i -> "\"a" + i + "\":{\"pattern\":\"x{40000}" + i + "\"}";

        assertThatThrownBy(() -> Schema.compile(Json.parse("{\"properties\":{" + list(15, member) + "}}")))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("regular expressions add up to more than 500000");
        Schema.compile(Json.parse("{\"properties\":{" + list(10, member) + "}}"));
        Schema.compile(Json.parse("{\"anyOf\":[" + list(100, i -> "{\"pattern\":\"x{40000}\"}") + "]}"));
    }

    @Test
    void a_list_in_a_value_is_looked_through_once_for_all_that_is_wrong_in_it() {
        ArrayElementCache elements = new ArrayElementCache();
        Json value = Json.parse("{\"a\":[[1,2],[3]]}");

        Json first = InstancePaths.findValue(value, List.of("a", 0, 1), elements);

        assertThat(first).isEqualTo(Json.of(2)).isSameAs(InstancePaths.findValue(value, List.of("a", 0, 1), elements));
        assertThat(InstancePaths.findValue(value, List.of("a", 1, 1), elements)).isNull();
        assertThat(InstancePaths.findValue(value, List.of("a", 7, 1), elements)).isNull();
    }
}
