package dev.tenon.http;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@code x-mcp-header} annotations of a schema. It visits only places where a schema may be, so that a
 * parameter of that name, or an example value, is not taken for an annotation.
 */
final class ToolParamHeaderScanner {
    private static final String KEYWORD = "x-mcp-header";
    /** A token of RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");
    private static final Set<String> SCHEMAS = Set.of("""
            items prefixItems additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties \
            propertyNames allOf anyOf oneOf not if then else contentSchema""".split(" "));

    final List<ToolParamHeader> params = new ArrayList<>();
    final List<String> problems = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private ToolParamHeaderScanner() {}

    static ToolParamHeaderScanner scan(Json schema) {
        ToolParamHeaderScanner scanner = new ToolParamHeaderScanner();
        if (schema.get(KEYWORD) != null) {
            scanner.problems.add(KEYWORD + ": the schema as a whole cannot be mirrored, only properties");
        }
        scanner.scanChildren(schema, List.of(), true, "");
        return scanner;
    }

    private void scanChildren(Json schema, List<String> path, boolean reachable, String place) {
        schema.members().forEach((keyword, value) -> {
            String at = place + "/" + keyword;
            if (SCHEMAS_BY_NAME.contains(keyword)) {
                boolean childReachable = reachable && keyword.equals("properties");
                value.members()
                        .forEach((name, s) -> scanSchema(s, append(path, name), childReachable, at + "/" + name));
            } else if (SCHEMAS.contains(keyword)) {
                scanSchema(value, path, false, at);
                value.elements().forEach(s -> scanSchema(s, path, false, at));
            }
        });
    }

    private void scanSchema(Json schema, List<String> path, boolean reachable, String place) {
        Json annotation = schema.get(KEYWORD);
        if (annotation != null) {
            String problem = findProblemOrRecordName(annotation, schema, reachable);
            if (problem == null) {
                params.add(new ToolParamHeader(path, HeaderNames.PARAM_PREFIX + annotation.string()));
            } else {
                problems.add(KEYWORD + " at " + Excerpts.quote(place) + ": " + problem);
            }
        }
        scanChildren(schema, path, reachable, place);
    }

    /** Returns the problem of an annotation. If it has none, records its header name as used and returns null. */
    private @Nullable String findProblemOrRecordName(Json annotation, Json schema, boolean reachable) {
        String token = annotation.string();
        if (token == null) {
            return "must be a string, got " + annotation.kind().displayName();
        }
        if (token.isEmpty()) {
            return "must not be empty";
        }
        if (!TOKEN.matcher(token).matches()) {
            return Excerpts.quote(token) + " is not a valid header name: use letters, digits and !#$%&'*+-.^_`|~ only";
        }
        if (!reachable) {
            return "only properties that are reached from the root through \"properties\" alone can be mirrored";
        }
        Json type = schema.get("type");
        if (type == null || type.kind() != JsonKind.STRING || !TYPES.contains(String.valueOf(type.string()))) {
            return "only properties of type string, integer or boolean can be mirrored";
        }
        boolean unique = names.add(token.toLowerCase(Locale.ROOT));
        return unique ? null : Excerpts.quote(token) + " is used twice; header names are case-insensitive";
    }

    private static List<String> append(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }
}
