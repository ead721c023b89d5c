package dev.tenon.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes checks of all schemas of a document that are applied to values. */
final class CheckCompiler {
    /** Whether formats are asserted. */
    final boolean formats;

    final Dialect dialect;
    private final SchemaTree tree;
    private final Map<SubSchema, SchemaCheck> checks = new HashMap<>();
    /** Met, but not looked into yet: references may lead further than a stack is deep. */
    private final Deque<SubSchema> open = new ArrayDeque<>();

    private boolean isExact = true;

    CheckCompiler(SchemaTree tree, boolean formats) {
        this.tree = tree;
        this.dialect = tree.dialect;
        this.formats = formats;
    }

    /** The check for the whole document; null when a part of it must be left to the validator. */
    @Nullable Check compile() {
        if (tree.isDynamic) {
            return null;
        }
        Check root = at("");
        while (isExact && !open.isEmpty()) {
            SubSchema schema = open.pop();
            new KeywordChecks(this, schema, check(schema)).add();
        }
        return isExact ? root : null;
    }

    /** Says that there is something in the document that cannot be judged exactly as the validator does. */
    void leaveToValidator() {
        isExact = false;
    }

    boolean isOverridden(SubSchema schema) {
        return tree.isOverridden(schema);
    }

    Check of(SubSchema schema) {
        if (!schema.json.isObject()) {
            return Boolean.TRUE.equals(schema.json.bool()) ? Check.ALWAYS : Check.NEVER;
        }
        if (!checks.containsKey(schema)) {
            open.push(schema);
        }
        return check(schema);
    }

    private SchemaCheck check(SubSchema schema) {
        return checks.computeIfAbsent(schema, s -> new SchemaCheck());
    }

    /** The check for the schema at that place of the document. */
    Check at(String pointer) {
        SubSchema schema = tree.at(pointer);
        if (schema == null) {
            leaveToValidator();
            return Check.NEVER;
        }
        return of(schema);
    }
}
