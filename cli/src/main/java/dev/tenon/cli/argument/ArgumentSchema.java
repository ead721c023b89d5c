package dev.tenon.cli.argument;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a JSON Schema that are needed to convert typed text to JSON values. References within the schema and
 * alternatives are resolved; the server does the full validation.
 */
public final class ArgumentSchema {
    private static final int MAX_DEPTH = 16;
    /** Limits the expansion of nested alternatives. */
    private static final int MAX_PARTS = 500;

    private static final Map<String, JsonKind> KINDS = Map.of(
            "object", JsonKind.OBJECT,
            "array", JsonKind.ARRAY,
            "string", JsonKind.STRING,
            "number", JsonKind.NUMBER,
            "integer", JsonKind.NUMBER,
            "boolean", JsonKind.BOOLEAN,
            "null", JsonKind.NULL);
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");

    private final Json root;
    /** The schema and all schemas that it refers to or combines. */
    private final List<Json> parts = new ArrayList<>();
    /** The parts that always apply. */
    private final List<Json> mandatoryParts = new ArrayList<>();

    private ArgumentSchema(Json schema, Json root) {
        this.root = root;
        addPart(schema, 0, true);
    }

    /** Creates the view of a complete schema. */
    public static ArgumentSchema of(Json schema) {
        return new ArgumentSchema(schema, schema);
    }

    private void addPart(Json schema, int depth, boolean mandatory) {
        if (depth > MAX_DEPTH || parts.size() >= MAX_PARTS || !schema.isObject()) {
            return;
        }
        parts.add(schema);
        if (mandatory) {
            mandatoryParts.add(schema);
        }
        Json reference = schema.get("$ref");
        Json target = reference == null ? null : resolveReference(reference.string());
        if (target != null) {
            addPart(target, depth + 1, mandatory);
        }
        keywordElements(schema, "allOf").forEach(part -> addPart(part, depth + 1, mandatory));
        for (String alternative : ALTERNATIVES) {
            keywordElements(schema, alternative).forEach(part -> addPart(part, depth + 1, false));
        }
    }

    private static List<Json> keywordElements(Json schema, String keyword) {
        Json branches = schema.get(keyword);
        return branches == null ? List.of() : branches.elements();
    }

    /** Returns the schema that a reference points to, or null if it is not within this one. */
    private @Nullable Json resolveReference(@Nullable String reference) {
        if (reference == null || !reference.startsWith("#")) {
            return null;
        }
        Json found = root;
        for (String step : reference.substring(1).split("/", -1)) {
            if (!step.isEmpty() && found != null) {
                found = found.get(step.replace("~1", "/").replace("~0", "~"));
            }
        }
        return found;
    }

    /** Returns the values of a keyword in all parts that have it. */
    private List<Json> keywordValues(String keyword) {
        return parts.stream()
                .flatMap(part -> Stream.ofNullable(part.get(keyword)))
                .toList();
    }

    /** Returns the accepted kinds of values; empty if the schema does not restrict them. */
    public Set<JsonKind> kinds() {
        Set<JsonKind> kinds = EnumSet.noneOf(JsonKind.class);
        typeNames().forEach(name -> kinds.add(KINDS.getOrDefault(name, JsonKind.STRING)));
        if (kinds.isEmpty()) {
            keywordValues("enum").forEach(values -> values.elements().forEach(value -> kinds.add(value.kind())));
            keywordValues("const").forEach(value -> kinds.add(value.kind()));
        }
        return kinds;
    }

    /** Returns whether numbers must be integers. */
    boolean isInteger() {
        Set<String> names = typeNames();
        return names.contains("integer") && !names.contains("number");
    }

    private Set<String> typeNames() {
        return strings(keywordValues("type").stream()
                        .flatMap(type -> type.kind() == JsonKind.ARRAY ? type.elements().stream() : Stream.of(type)))
                .filter(KINDS::containsKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Stream<String> strings(Stream<Json> values) {
        return values.flatMap(value -> Stream.ofNullable(value.string()));
    }

    /** Describes the type in words: {@code integer}, {@code string or null}, {@code one of red, green}. */
    public String describeType() {
        for (Json values : keywordValues("enum")) {
            if (!values.elements().isEmpty()) {
                List<String> shown = values.elements().stream()
                        .map(value -> value.string() == null ? value.toString() : String.valueOf(value.string()))
                        .toList();
                return "one of " + String.join(", ", shown);
            }
        }
        Set<String> names = typeNames();
        return names.isEmpty() ? "any" : String.join(" or ", names).toLowerCase(Locale.ROOT);
    }

    /** Returns the names of the declared members. */
    public Set<String> memberNames() {
        Set<String> names = new LinkedHashSet<>();
        keywordValues("properties")
                .forEach(properties -> names.addAll(properties.members().keySet()));
        return names;
    }

    /** Returns the schema of this member, or null if it is not declared. */
    public @Nullable ArgumentSchema member(String name) {
        for (Json properties : keywordValues("properties")) {
            Json member = properties.get(name);
            if (member != null) {
                return new ArgumentSchema(member, root);
            }
        }
        return null;
    }

    /** Returns the schema of the array elements. */
    ArgumentSchema element() {
        List<Json> items = keywordValues("items");
        return new ArgumentSchema(items.isEmpty() ? Json.EMPTY_OBJECT : items.get(0), root);
    }

    /** Returns the names of the required members. */
    public Set<String> requiredNames() {
        return strings(mandatoryParts.stream().flatMap(part -> keywordElements(part, "required").stream()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether undeclared members are accepted: the schema allows them, or declares no members at all. */
    boolean allowsUndeclared() {
        List<Json> others = keywordValues("additionalProperties");
        return !keywordValues("patternProperties").isEmpty()
                || others.stream().anyMatch(other -> !Boolean.FALSE.equals(other.bool()))
                || others.isEmpty() && memberNames().isEmpty();
    }

    /** Returns the description or title for users, or an empty string. */
    public String description() {
        return strings(parts.stream().flatMap(part -> Stream.of("description", "title")
                        .flatMap(keyword -> Stream.ofNullable(part.get(keyword)))))
                .findFirst()
                .orElse("");
    }
}
