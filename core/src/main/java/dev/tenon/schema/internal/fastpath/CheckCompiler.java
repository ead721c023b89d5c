package dev.tenon.schema.internal.fastpath;

import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.document.SubSchema;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles the schemas of a document that apply to values into checks. */
final class CheckCompiler {
    /** Whether formats are asserted. */
    final boolean formats;

    final SchemaDocument document;
    private final Map<SubSchema, CompositeCheck> checks = new HashMap<>();
    /**
     * Schemas found but not yet compiled. A worklist instead of recursion, since chains of references may exceed the
     * stack.
     */
    private final Deque<SubSchema> pending = new ArrayDeque<>();

    private boolean isExact = true;

    CheckCompiler(SchemaDocument document, boolean formats) {
        this.document = document;
        this.formats = formats;
    }

    /** Returns the check for the whole document, or null when only the validator library can judge a part of it. */
    @Nullable ValueCheck compile() {
        if (document.hasDynamicReferences) {
            return null;
        }
        ValueCheck root = checkAt("");
        while (isExact && !pending.isEmpty()) {
            SubSchema schema = pending.pop();
            new KeywordCheckBuilder(this, schema, getOrCreateCompositeCheck(schema)).addAll();
        }
        return isExact ? root : null;
    }

    /** Marks the document as one that these checks cannot judge exactly as the validator library does. */
    void markUnsupported() {
        isExact = false;
    }

    ValueCheck checkFor(SubSchema schema) {
        if (!schema.json.isObject()) {
            return Boolean.TRUE.equals(schema.json.bool()) ? ValueCheck.ALWAYS : ValueCheck.NEVER;
        }
        if (!checks.containsKey(schema)) {
            pending.push(schema);
        }
        return getOrCreateCompositeCheck(schema);
    }

    private CompositeCheck getOrCreateCompositeCheck(SubSchema schema) {
        return checks.computeIfAbsent(schema, s -> new CompositeCheck());
    }

    /** Returns the check for the schema at a pointer. */
    ValueCheck checkAt(String pointer) {
        SubSchema schema = document.findSubSchema(pointer);
        if (schema == null) {
            markUnsupported();
            return ValueCheck.NEVER;
        }
        return checkFor(schema);
    }
}
