package dev.tenon.schema.internal.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JavaType;

/**
 * Collects the schemas of objects, which may be used in several places or within themselves. In the end, schemas that
 * are used once are inlined; the others go under {@code $defs}.
 */
final class DefinitionRegistry {
    private final Map<JavaType, Definition> all = new LinkedHashMap<>();
    private final IdentityHashMap<Map<String, Object>, Definition> byReference = new IdentityHashMap<>();
    private final Set<String> names = new HashSet<>();

    /** Returns a reference to the schema of a type. Callers may add members to it. The body is created on first use. */
    Map<String, Object> referenceTo(JavaType type, Supplier<Map<String, Object>> body) {
        Definition definition = all.get(type);
        if (definition == null) {
            definition = new Definition(uniqueName(type));
            all.put(type, definition);
            definition.building = true;
            definition.body = body.get();
            definition.building = false;
        } else if (definition.building) {
            definition.recursive = true;
        }
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("$ref", "#/$defs/" + definition.name);
        definition.references.add(reference);
        byReference.put(reference, definition);
        return reference;
    }

    private String uniqueName(JavaType type) {
        StringBuilder name = new StringBuilder(type.getRawClass().getSimpleName());
        for (JavaType argument : type.getBindings().getTypeParameters()) {
            name.append("Of").append(argument.getRawClass().getSimpleName());
        }
        String baseName = name.toString().replaceAll("[^A-Za-z0-9]", "");
        String unusedName = baseName;
        for (int i = 2; !names.add(unusedName); i++) {
            unusedName = baseName + i;
        }
        return unusedName;
    }

    /**
     * Returns the schema with all references resolved: the root inlined, and {@code $defs} for the remaining schemas.
     */
    Map<String, Object> inlineAndAddDefinitions(Map<String, Object> root) {
        Definition rootDefinition = byReference.get(root);
        Map<String, Object> defs = new LinkedHashMap<>();
        for (Definition definition : all.values()) {
            if (definition == rootDefinition) {
                definition.references.forEach(r -> r.put("$ref", "#"));
            } else if (definition.references.size() == 1 && !definition.recursive) {
                inline(definition.references.get(0), definition.body);
            } else {
                defs.put(definition.name, definition.body);
            }
        }
        Map<String, Object> rootSchema = rootDefinition == null ? root : rootDefinition.body;
        if (!defs.isEmpty()) {
            rootSchema.put("$defs", defs);
        }
        return rootSchema;
    }

    private static void inline(Map<String, Object> reference, Map<String, Object> body) {
        Map<String, Object> siblings = new LinkedHashMap<>(reference);
        siblings.remove("$ref");
        reference.clear();
        reference.putAll(body);
        reference.putAll(siblings);
    }

    private static final class Definition {
        final String name;
        final List<Map<String, Object>> references = new ArrayList<>();
        Map<String, Object> body = new HashMap<>();
        boolean building;
        boolean recursive;

        Definition(String name) {
            this.name = name;
        }
    }
}
