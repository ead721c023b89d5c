package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes checks of all schemas of a document that are applied to values. */
final class CheckCompiler {
    private final SchemaTree tree;
    private final boolean formats;
    private final Map<SubSchema, SchemaCheck> checks = new HashMap<>();

    /** Met, but not looked into yet: references may lead further than a stack is deep. */
    private final Deque<SubSchema> open = new ArrayDeque<>();

    private boolean isExact = true;

    /** @param formats whether these are asserted */
    CheckCompiler(SchemaTree tree, boolean formats) {
        this.tree = tree;
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
            check(schema).fill(KeywordChecks.of(this, schema));
        }
        return isExact ? root : null;
    }

    /** Says that there is something in the document that cannot be judged exactly as the validator does. */
    void leaveToValidator() {
        isExact = false;
    }

    boolean knows(String keyword) {
        return tree.dialect.keywords().containsKey(keyword);
    }

    boolean isOverridden(SubSchema schema) {
        return tree.isOverridden(schema);
    }

    /** The format of that name, if there is one and it is a rule. */
    Formats.@Nullable Rule asserted(@Nullable String name) {
        return formats && name != null ? Formats.known().get(name) : null;
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

    /** The check for the schema under that keyword of another. */
    Check child(SubSchema parent, String keyword) {
        return at(Pointers.child(parent.pointer, keyword));
    }

    /** The check for the schema under that name under that keyword of another. */
    Check child(SubSchema parent, String keyword, String name) {
        return at(Pointers.child(Pointers.child(parent.pointer, keyword), name));
    }

    /** The checks for the list of schemas under that keyword of another. */
    Check[] children(SubSchema parent, String keyword) {
        Json list = parent.json.get(keyword);
        int count = list == null ? 0 : list.elements().size();
        Check[] children = new Check[count];
        for (int i = 0; i < count; i++) {
            children[i] = at(Pointers.child(Pointers.child(parent.pointer, keyword), i));
        }
        return children;
    }

    private Check at(String pointer) {
        SubSchema schema = tree.at(pointer);
        if (schema == null) {
            leaveToValidator();
            return Check.NEVER;
        }
        return of(schema);
    }
}
