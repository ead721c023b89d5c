package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes checks of the keywords that are about the members of an object or the elements of an array. */
final class PartChecks {
    private static final Check[] NONE = {};

    private final CheckCompiler compiler;
    private final SubSchema schema;
    private final KindChecks checks;

    PartChecks(CheckCompiler compiler, SubSchema schema, KindChecks checks) {
        this.compiler = compiler;
        this.schema = schema;
        this.checks = checks;
    }

    void add() {
        members();
        elements();
    }

    private void members() {
        Json properties = schema.json.get("properties");
        Json required = schema.json.get("required");
        Check others = child("additionalProperties");
        if (properties == null && required == null && others == null) {
            return;
        }
        Map<String, Json> described = properties == null ? Map.of() : properties.members();
        Set<String> needed = new LinkedHashSet<>();
        if (required != null) {
            required.elements().forEach(name -> needed.add(String.valueOf(name.string())));
        }
        Set<String> names = new LinkedHashSet<>(described.keySet());
        names.addAll(needed);
        List<ObjectCheck.Member> members = new ArrayList<>();
        for (String name : names) {
            Check check = described.containsKey(name) ? compiler.child(schema, "properties", name) : null;
            members.add(new ObjectCheck.Member(name, needed.contains(name), check));
        }
        checks.add(
                JsonKind.OBJECT,
                new ObjectCheck(members.toArray(new ObjectCheck.Member[0]), Set.copyOf(described.keySet()), others));
    }

    private void elements() {
        Json items = schema.json.get("items");
        boolean isOldTuple = items != null && items.kind() == JsonKind.ARRAY;
        boolean isTuple = isOldTuple || compiler.knows("prefixItems") && schema.json.get("prefixItems") != null;
        Check[] first = isTuple ? compiler.children(schema, isOldTuple ? "items" : "prefixItems") : NONE;
        Check others = child(isOldTuple ? "additionalItems" : "items");
        int least = count("minItems", 0);
        int most = count("maxItems", Integer.MAX_VALUE);
        boolean unique = Json.of(true).equals(schema.json.get("uniqueItems"));
        if (isTuple || unique || others != null || least > 0 || most < Integer.MAX_VALUE) {
            checks.add(JsonKind.ARRAY, new ArrayCheck(least, most, unique, first, others));
        }
    }

    private int count(String keyword, int otherwise) {
        Json count = schema.json.get(keyword);
        return count == null ? otherwise : PlainChecks.count(count);
    }

    private @Nullable Check child(String keyword) {
        return schema.json.get(keyword) == null ? null : compiler.child(schema, keyword);
    }
}
