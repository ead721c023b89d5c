package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.document.ReferenceCycleDetector;
import dev.tenon.schema.internal.document.ReferenceResolver;
import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.explain.IssueBuilder;
import dev.tenon.schema.internal.fastpath.FastValidator;
import dev.tenon.schema.internal.regex.ValidationLimitError;
import dev.tenon.schema.internal.validate.NetworkntValidator;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema that was found usable: well-formed in its dialect, within bounds, complete in itself and without
 * endless loops. Safe for use by many threads.
 *
 * <p>Dialects are 2020-12, which holds when {@code $schema} is absent, and draft-07. {@code format} is an annotation
 * unless {@linkplain #withFormatAssertion() asked for}. Regular expressions are those of ECMA-262.
 *
 * <p>Compiling does not load the validator (some 100 ms, once). Values that are valid do not need it either where the
 * schema has usual keywords only: types, members, elements, values, bounds, alternatives and references. The first
 * value that is wrong or is not covered by these loads it, or {@link #warmUp()}.
 */
public final class Schema {
    private final SchemaDocument tree;
    private final SchemaLimits limits;
    private final boolean formats;
    private final ReentrantLock compiling = new ReentrantLock();
    /** Written with the lock. */
    private volatile @Nullable NetworkntValidator fullValidator;

    /** Made when first needed, by several threads at once if need be: they are all alike. */
    private volatile @Nullable FastValidator fastValidator;

    private Schema(SchemaDocument tree, SchemaLimits limits, boolean formats, @Nullable NetworkntValidator compiled) {
        this.tree = tree;
        this.limits = limits;
        this.formats = formats;
        this.fullValidator = compiled;
    }

    /** As {@link #compile(Json, SchemaLimits)}, with {@link SchemaLimits#DEFAULT}. */
    public static Schema compile(Json schema) {
        return compile(schema, SchemaLimits.DEFAULT);
    }

    /**
     * Checks a schema and makes it ready for use. Nothing is read or fetched from anywhere.
     *
     * @throws SchemaException when it is not a schema of its dialect, its dialect is not supported, it goes beyond a
     *     limit, a reference leads out of it or nowhere, or it refers to itself in a loop; the message names the place
     */
    public static Schema compile(Json schema, SchemaLimits limits) {
        if (schema.sizeInBytes() > limits.bytes()) {
            throw new SchemaException("#", "larger than " + limits.bytes() + " bytes");
        }
        SchemaDocument tree = new SchemaDocument(schema.toDetached(), limits);
        new ReferenceResolver(tree).resolveAll();
        ReferenceCycleDetector.rejectCycles(tree.subschemas());
        return new Schema(tree, limits, false, null);
    }

    /** The schema as it was given. */
    public Json json() {
        return tree.root;
    }

    /**
     * The same schema with {@code format} as a rule instead of an annotation, for the formats {@code date}, {@code
     * date-time}, {@code time}, {@code duration}, {@code email}, {@code uri}, {@code uri-reference}, {@code uuid},
     * {@code ipv4}, {@code ipv6}, {@code hostname}, {@code regex} and {@code json-pointer}. Others remain annotations.
     */
    public Schema withFormatAssertion() {
        return formats ? this : new Schema(tree, limits, true, fullValidator);
    }

    /**
     * What is wrong with a value: nothing, when the list is empty. At most {@link SchemaLimits#issues()} are listed. A
     * check that would exceed a bound is given up and counts as failed, with an issue that says so.
     */
    public List<SchemaIssue> validate(Json value) {
        if (fastValidator().isCertainlyValid(value)) {
            return List.of();
        }
        return validateFully(value);
    }

    /** What is wrong with a value, as the validator finds it. */
    List<SchemaIssue> validateFully(Json value) {
        try {
            List<ValidationFailure> failures = fullValidator().validate(value, limits, formats);
            return failures.isEmpty() ? List.of() : new IssueBuilder(value, limits.issues()).buildIssues(failures);
        } catch (ValidationLimitError e) {
            return List.of(IssueBuilder.limitIssue(e));
        }
    }

    /**
     * Loads the validator and builds what it needs for this schema, so that the first validation is as fast as others,
     * be the value valid or not.
     */
    public void warmUp() {
        fastValidator();
        fullValidator();
    }

    /** What accepts valid values without the validator. */
    FastValidator fastValidator() {
        FastValidator ready = fastValidator;
        if (ready == null) {
            ready = FastValidator.compile(tree, limits, formats);
            fastValidator = ready;
        }
        return ready;
    }

    private NetworkntValidator fullValidator() {
        NetworkntValidator ready = fullValidator;
        if (ready != null) {
            return ready;
        }
        compiling.lock();
        try {
            NetworkntValidator made = fullValidator;
            if (made == null) {
                made = new NetworkntValidator(tree);
                fullValidator = made;
            }
            return made;
        } finally {
            compiling.unlock();
        }
    }

    /** The text of the schema. */
    @Override
    public String toString() {
        return tree.root.toString();
    }
}
