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
 * A compiled JSON Schema: well-formed in its dialect, within limits, self-contained and without infinite reference
 * loops. Instances are immutable and safe for use by multiple threads.
 *
 * <p>Supported dialects are 2020-12, which is the default when {@code $schema} is absent, and draft-07. {@code format}
 * is an annotation unless {@linkplain #withFormatAssertion() assertion is enabled}. Regular expressions follow
 * ECMA-262.
 *
 * <p>Compiling does not load the validator library (some 100 ms, once). Valid values do not need it either if the
 * schema uses common keywords only: types, members, elements, values, ranges, alternatives and references. The first
 * value that is invalid, or that uses other keywords, loads the library, unless {@link #warmUp()} did.
 */
public final class Schema {
    private final SchemaDocument document;
    private final SchemaLimits limits;
    private final boolean formats;
    private final ReentrantLock compiling = new ReentrantLock();
    /** Written while {@code compiling} is held. */
    private volatile @Nullable NetworkntValidator fullValidator;

    /** Created on first use. Concurrent threads may each create one; the instances are equivalent. */
    private volatile @Nullable FastValidator fastValidator;

    private Schema(
            SchemaDocument document, SchemaLimits limits, boolean formats, @Nullable NetworkntValidator compiled) {
        this.document = document;
        this.limits = limits;
        this.formats = formats;
        this.fullValidator = compiled;
    }

    /** Compiles a schema with {@link SchemaLimits#DEFAULT}; see {@link #compile(Json, SchemaLimits)}. */
    public static Schema compile(Json schema) {
        return compile(schema, SchemaLimits.DEFAULT);
    }

    /**
     * Validates a schema and prepares it for use. Nothing is read from files or fetched from the network.
     *
     * @throws SchemaException when the schema is malformed, its dialect is unsupported, it exceeds a limit, or a
     *     reference is external, unresolvable or part of a loop; the message names the place in the schema
     */
    public static Schema compile(Json schema, SchemaLimits limits) {
        if (schema.sizeInBytes() > limits.bytes()) {
            throw new SchemaException("#", "larger than " + limits.bytes() + " bytes");
        }
        SchemaDocument document = new SchemaDocument(schema.toDetached(), limits);
        new ReferenceResolver(document).resolveAll();
        ReferenceCycleDetector.rejectCyclesAndLongChains(document.subschemas);
        return new Schema(document, limits, false, null);
    }

    /** Returns the schema as it was given to {@link #compile(Json, SchemaLimits)}. */
    public Json json() {
        return document.root;
    }

    /**
     * Returns the same schema with {@code format} as an assertion instead of an annotation. Asserted formats are {@code
     * date}, {@code date-time}, {@code time}, {@code duration}, {@code email}, {@code uri}, {@code uri-reference},
     * {@code uuid}, {@code ipv4}, {@code ipv6}, {@code hostname}, {@code regex} and {@code json-pointer}. Other formats
     * remain annotations.
     */
    public Schema withFormatAssertion() {
        return formats ? this : new Schema(document, limits, true, fullValidator);
    }

    /**
     * Validates a value and returns the issues found; an empty list means that the value is valid. At most {@link
     * SchemaLimits#issues()} issues are returned. A validation that would exceed a limit is aborted and counts as
     * failed, with a single issue whose keyword is {@code limit}.
     */
    public List<SchemaIssue> validate(Json value) {
        return fastValidator().isCertainlyValid(value) ? List.of() : validateWithLibrary(value);
    }

    /** Validates a value with the validator library only, without the fast path. */
    List<SchemaIssue> validateWithLibrary(Json value) {
        try {
            List<ValidationFailure> failures = fullValidator().validate(value, limits, formats);
            return failures.isEmpty() ? List.of() : new IssueBuilder(value, limits.issues()).buildIssues(failures);
        } catch (ValidationLimitError e) {
            return List.of(IssueBuilder.limitIssue(e));
        }
    }

    /**
     * Loads the validator library and prepares it for this schema, so that the first validation is as fast as later
     * ones, whether the value is valid or not.
     */
    public void warmUp() {
        fastValidator();
        fullValidator();
    }

    /** Returns the validator that recognizes valid values without the validator library. */
    FastValidator fastValidator() {
        FastValidator ready = fastValidator;
        if (ready == null) {
            ready = FastValidator.compile(document, limits, formats);
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
            NetworkntValidator created = fullValidator;
            if (created == null) {
                created = new NetworkntValidator(document);
                fullValidator = created;
            }
            return created;
        } finally {
            compiling.unlock();
        }
    }

    /** Returns the schema as JSON text. */
    @Override
    public String toString() {
        return document.root.toString();
    }
}
