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
 * What a JSON Schema wants at one place, as far as one has to know it to read what a person typed. It looks into
 * references within the schema and into alternatives; whether a value is right in every respect is for the server to
 * say.
 */
public final class ArgumentSchema {
    private static final int MAX_DEPTH = 16;
    /** Alternatives of alternatives could be without number. */
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
    /** The schema here and all that it is made of. */
    private final List<Json> parts = new ArrayList<>();
    /** Of these, the ones that hold in any case. */
    private final List<Json> mandatoryParts = new ArrayList<>();

    private ArgumentSchema(Json schema, Json root) {
        this.root = root;
        addPart(schema, 0, true);
    }

    /** What a whole schema wants. */
    public static ArgumentSchema of(Json schema) {
        return new ArgumentSchema(schema, schema);
    }

    private void addPart(Json schema, int steps, boolean holds) {
        if (steps > MAX_DEPTH || parts.size() >= MAX_PARTS || !schema.isObject()) {
            return;
        }
        parts.add(schema);
        if (holds) {
            mandatoryParts.add(schema);
        }
        Json reference = schema.get("$ref");
        Json target = reference == null ? null : resolveReference(reference.string());
        if (target != null) {
            addPart(target, steps + 1, holds);
        }
        branches(schema, "allOf").forEach(part -> addPart(part, steps + 1, holds));
        for (String alternative : ALTERNATIVES) {
            branches(schema, alternative).forEach(part -> addPart(part, steps + 1, false));
        }
    }

    private static List<Json> branches(Json schema, String keyword) {
        Json branches = schema.get(keyword);
        return branches == null ? List.of() : branches.elements();
    }

    /** The schema that a reference names, or null when it is not within this one. */
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

    /** The values of a keyword, in all the parts that have it. */
    private List<Json> keywordValues(String keyword) {
        return parts.stream()
                .flatMap(part -> Stream.ofNullable(part.get(keyword)))
                .toList();
    }

    /** The kinds of values that fit; none when nothing is said about that. */
    public Set<JsonKind> kinds() {
        Set<JsonKind> kinds = EnumSet.noneOf(JsonKind.class);
        typeNames().forEach(name -> kinds.add(KINDS.getOrDefault(name, JsonKind.STRING)));
        if (kinds.isEmpty()) {
            keywordValues("enum").forEach(values -> values.elements().forEach(value -> kinds.add(value.kind())));
            keywordValues("const").forEach(value -> kinds.add(value.kind()));
        }
        return kinds;
    }

    /** Whether numbers have to be whole. */
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

    /** In words: {@code integer}, {@code string or null}, {@code one of red, green}. */
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

    /** The names of the members that are described. */
    public Set<String> memberNames() {
        Set<String> names = new LinkedHashSet<>();
        keywordValues("properties")
                .forEach(properties -> names.addAll(properties.members().keySet()));
        return names;
    }

    /** What is wanted of the member of that name, or null when it is not described. */
    public @Nullable ArgumentSchema member(String name) {
        for (Json properties : keywordValues("properties")) {
            Json member = properties.get(name);
            if (member != null) {
                return new ArgumentSchema(member, root);
            }
        }
        return null;
    }

    /** What is wanted of the elements. */
    ArgumentSchema element() {
        List<Json> items = keywordValues("items");
        return new ArgumentSchema(items.isEmpty() ? Json.EMPTY_OBJECT : items.get(0), root);
    }

    /** The names of the members that must be there. */
    public Set<String> requiredNames() {
        return strings(mandatoryParts.stream().flatMap(part -> branches(part, "required").stream()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether members that are not described have a place there: it is said, or none is described. */
    boolean allowsUndeclared() {
        List<Json> others = keywordValues("additionalProperties");
        return !keywordValues("patternProperties").isEmpty()
                || others.stream().anyMatch(other -> !Boolean.FALSE.equals(other.bool()))
                || others.isEmpty() && memberNames().isEmpty();
    }

    /** What people are told about it, or nothing. */
    public String description() {
        return strings(parts.stream().flatMap(part -> Stream.of("description", "title")
                        .flatMap(keyword -> Stream.ofNullable(part.get(keyword)))))
                .findFirst()
                .orElse("");
    }
}
