package dev.tenon.guard.policy.argument;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value that fits a JSON Schema: patterns and ranges are checked by the same bounded code as schemas are. */
public final class SchemaRule implements ValueRule {
    private final Schema schema;

    /**
     * Values that fit this schema.
     *
     * @throws dev.tenon.schema.SchemaException when it cannot be used
     */
    public SchemaRule(Json schema) {
        this.schema = Schema.compile(schema);
    }

    /**
     * Strings in which a regular expression (ECMA-262, time bounded) occurs; {@code ^} and {@code $} bind it to the
     * ends.
     *
     * @throws dev.tenon.schema.SchemaException when it is no such expression
     */
    public static SchemaRule ofPattern(String pattern) {
        return new SchemaRule(new JsonWriter()
                .beginObject()
                .field("type", "string")
                .field("pattern", pattern)
                .endObject()
                .toJson());
    }

    /** Numbers from the one to the other, both included; null for no bound. */
    public static SchemaRule ofRange(@Nullable BigDecimal least, @Nullable BigDecimal most) {
        JsonWriter out = new JsonWriter().beginObject().field("type", "number");
        return new SchemaRule(
                out.field("minimum", least).field("maximum", most).endObject().toJson());
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
