package dev.tenon.schema.internal.fastpath;

import dev.tenon.schema.internal.document.SchemaDialect;
import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.document.SubSchema;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes checks of all schemas of a document that are applied to values. */
final class CheckCompiler {
    /** Whether formats are asserted. */
    final boolean formats;

    final SchemaDialect dialect;
    private final SchemaDocument tree;
    private final Map<SubSchema, CompositeCheck> checks = new HashMap<>();
    /** Met, but not looked into yet: references may lead further than a stack is deep. */
    private final Deque<SubSchema> pending = new ArrayDeque<>();

    private boolean isExact = true;

    CheckCompiler(SchemaDocument tree, boolean formats) {
        this.tree = tree;
        this.dialect = tree.dialect;
        this.formats = formats;
    }

    /** The check for the whole document; null when a part of it must be left to the validator. */
    @Nullable ValueCheck compile() {
        if (tree.isDynamic) {
            return null;
        }
        ValueCheck root = checkAt("");
        while (isExact && !pending.isEmpty()) {
            SubSchema schema = pending.pop();
            new KeywordCheckBuilder(this, schema, compositeCheckFor(schema)).addAll();
        }
        return isExact ? root : null;
    }

    /** Says that there is something in the document that cannot be judged exactly as the validator does. */
    void markUnsupported() {
        isExact = false;
    }

    boolean isReferenceOnly(SubSchema schema) {
        return tree.isReferenceOnly(schema);
    }

    ValueCheck checkFor(SubSchema schema) {
        if (!schema.json.isObject()) {
            return Boolean.TRUE.equals(schema.json.bool()) ? ValueCheck.ALWAYS : ValueCheck.NEVER;
        }
        if (!checks.containsKey(schema)) {
            pending.push(schema);
        }
        return compositeCheckFor(schema);
    }

    private CompositeCheck compositeCheckFor(SubSchema schema) {
        return checks.computeIfAbsent(schema, s -> new CompositeCheck());
    }

    /** The check for the schema at that place of the document. */
    ValueCheck checkAt(String pointer) {
        SubSchema schema = tree.findSubSchema(pointer);
        if (schema == null) {
            markUnsupported();
            return ValueCheck.NEVER;
        }
        return checkFor(schema);
    }
}
