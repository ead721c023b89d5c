package dev.tenon.cli.argument;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a JSON Schema wants at one place, as far as one has to know it to read what a person typed. It looks into references
 * within the schema and into alternatives; whether a value is right in every respect is for the server to say.
 */
public final class Wanted {
    private static final int MOST_STEPS = 16;
    /** Alternatives of alternatives could be without number. */
    private static final int MOST_PARTS = 500;

    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");

    private final Json root;
    /** The schema here and all that it is made of. */
    private final List<Json> parts = new ArrayList<>();
    /** Of these, the ones that hold in any case. */
    private final List<Json> certain = new ArrayList<>();

    private Wanted(Json schema, Json root) {
        this.root = root;
        add(schema, 0, true);
    }

    /** What a whole schema wants. */
    public static Wanted by(Json schema) {
        return new Wanted(schema, schema);
    }

    private void add(Json schema, int steps, boolean holds) {
        if (steps > MOST_STEPS || parts.size() >= MOST_PARTS || !schema.isObject()) {
            return;
        }
        parts.add(schema);
        if (holds) {
            certain.add(schema);
        }
        Json reference = schema.get("$ref");
        Json target = reference == null ? null : follow(reference.string());
        if (target != null) {
            add(target, steps + 1, holds);
        }
        branches(schema, "allOf").forEach(part -> add(part, steps + 1, holds));
        for (String alternative : ALTERNATIVES) {
            branches(schema, alternative).forEach(part -> add(part, steps + 1, false));
        }
    }

    private static List<Json> branches(Json schema, String keyword) {
        Json branches = schema.get(keyword);
        return branches == null ? List.of() : branches.elements();
    }

    /** The schema that a reference names, or null when it is not within this one. */
    private @Nullable Json follow(@Nullable String reference) {
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

    /** The kinds of values that fit; none when nothing is said about that. */
    public Set<JsonKind> kinds() {
        Set<JsonKind> kinds = EnumSet.noneOf(JsonKind.class);
        typeNames().forEach(name -> kinds.add(kind(name)));
        if (kinds.isEmpty()) {
            for (Json part : parts) {
                Json values = part.get("enum");
                (values == null ? List.<Json>of() : values.elements()).forEach(value -> kinds.add(value.kind()));
                Json only = part.get("const");
                if (only != null) {
                    kinds.add(only.kind());
                }
            }
        }
        return kinds;
    }

    /** Whether numbers have to be whole. */
    boolean isWhole() {
        Set<String> names = typeNames();
        return names.contains("integer") && !names.contains("number");
    }

    private Set<String> typeNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Json part : parts) {
            Json type = part.get("type");
            if (type != null) {
                (type.kind() == JsonKind.ARRAY ? type.elements() : List.of(type))
                        .stream()
                                .map(Json::string)
                                .filter(name -> name != null && kindOrNull(name) != null)
                                .forEach(names::add);
            }
        }
        return names;
    }

    private static JsonKind kind(String typeName) {
        JsonKind kind = kindOrNull(typeName);
        return kind == null ? JsonKind.STRING : kind;
    }

    private static @Nullable JsonKind kindOrNull(String typeName) {
        return switch (typeName) {
            case "object" -> JsonKind.OBJECT;
            case "array" -> JsonKind.ARRAY;
            case "string" -> JsonKind.STRING;
            case "number", "integer" -> JsonKind.NUMBER;
            case "boolean" -> JsonKind.BOOLEAN;
            case "null" -> JsonKind.NULL;
            default -> null;
        };
    }

    /** In words: {@code integer}, {@code string or null}, {@code one of red, green}. */
    public String words() {
        for (Json part : parts) {
            Json values = part.get("enum");
            if (values != null && !values.elements().isEmpty()) {
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
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (Json part : parts) {
            Json properties = part.get("properties");
            if (properties != null) {
                names.addAll(properties.members().keySet());
            }
        }
        return names;
    }

    /** What is wanted of the member of that name, or null when it is not described. */
    public @Nullable Wanted member(String name) {
        for (Json part : parts) {
            Json properties = part.get("properties");
            Json member = properties == null ? null : properties.get(name);
            if (member != null) {
                return new Wanted(member, root);
            }
        }
        return null;
    }

    /** What is wanted of the elements. */
    Wanted element() {
        for (Json part : parts) {
            Json items = part.get("items");
            if (items != null) {
                return new Wanted(items, root);
            }
        }
        return new Wanted(Json.EMPTY_OBJECT, root);
    }

    /** The names of the members that must be there. */
    public Set<String> required() {
        Set<String> required = new LinkedHashSet<>();
        for (Json part : certain) {
            branches(part, "required").stream()
                    .map(Json::string)
                    .filter(Objects::nonNull)
                    .forEach(required::add);
        }
        return required;
    }

    /** Whether members that are not described have a place there: it is said, or none is described. */
    boolean isOpen() {
        for (Json part : parts) {
            Json others = part.get("additionalProperties");
            if (part.get("patternProperties") != null || others != null && !Boolean.FALSE.equals(others.bool())) {
                return true;
            }
        }
        boolean closed = parts.stream().anyMatch(part -> part.get("additionalProperties") != null);
        return !closed && names().isEmpty();
    }

    /** What people are told about it, or nothing. */
    public String description() {
        for (Json part : parts) {
            for (String keyword : List.of("description", "title")) {
                Json said = part.get(keyword);
                if (said != null && said.string() != null) {
                    return said.string();
                }
            }
        }
        return "";
    }
}
