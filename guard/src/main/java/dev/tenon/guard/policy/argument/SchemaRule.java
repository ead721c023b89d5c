package dev.tenon.guard.policy.argument;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requires a value that is valid against a JSON Schema. Patterns and ranges are checked by the same code, which bounds
 * the time of a check.
 */
public final class SchemaRule implements ValueRule {
    private final Schema schema;

    /**
     * Creates a rule for values that are valid against this schema.
     *
     * @throws dev.tenon.schema.SchemaException if the schema is invalid or not supported
     */
    public SchemaRule(Json schema) {
        this.schema = Schema.compile(schema);
    }

    /**
     * Returns a rule for strings in which a regular expression (ECMA-262) matches; {@code ^} and {@code $} anchor it.
     *
     * @throws dev.tenon.schema.SchemaException if the expression is invalid
     */
    public static SchemaRule ofPattern(String pattern) {
        JsonWriter out = new JsonWriter().beginObject().fieldUnlessNull("type", "string");
        return new SchemaRule(
                out.fieldUnlessNull("pattern", pattern).endObject().toJson());
    }

    /** Returns a rule for numbers from a minimum to a maximum, both inclusive; null for no bound. */
    public static SchemaRule ofRange(@Nullable BigDecimal minimum, @Nullable BigDecimal maximum) {
        JsonWriter out = new JsonWriter().beginObject().fieldUnlessNull("type", "number");
        out.fieldUnlessNull("minimum", minimum)
                .fieldUnlessNull("maximum", maximum)
                .endObject();
        return new SchemaRule(out.toJson());
    }

    @Override
    public String name() {
        return "value";
    }

    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public Optional<String> findProblem(Json value) {
        List<SchemaIssue> issues = schema.validate(value);
        return issues.isEmpty() ? Optional.empty() : Optional.of(issues.get(0).message());
    }
}
