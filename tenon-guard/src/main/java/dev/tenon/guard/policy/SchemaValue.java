package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value that fits a JSON Schema: patterns and ranges are checked by the same bounded code as schemas are. */
public final class SchemaValue implements ValueRule {
    private final Schema schema;

    /**
     * Values that fit this schema.
     *
     * @throws dev.tenon.schema.SchemaException when it cannot be used
     */
    public SchemaValue(Json schema) {
        this.schema = Schema.compile(schema);
    }

    /**
     * Strings in which a regular expression (ECMA-262, time bounded) occurs; {@code ^} and {@code $} bind it to the ends.
     *
     * @throws dev.tenon.schema.SchemaException when it is no such expression
     */
    public static SchemaValue matching(String pattern) {
        return new SchemaValue(new JsonWriter()
                .object()
                .field("type", "string")
                .field("pattern", pattern)
                .endObject()
                .toJson());
    }

    /** Numbers from the one to the other, both included; null for no bound. */
    public static SchemaValue between(@Nullable BigDecimal least, @Nullable BigDecimal most) {
        JsonWriter out = new JsonWriter().object().field("type", "number");
        return new SchemaValue(
                out.field("minimum", least).field("maximum", most).endObject().toJson());
    }

    @Override
    public String word() {
        return "value";
    }

    @Override
    public boolean neverBlocks() {
        return true;
    }

    @Override
    public Optional<String> problem(Json value) {
        List<SchemaIssue> issues = schema.validate(value);
        return issues.isEmpty() ? Optional.empty() : Optional.of(issues.get(0).message());
    }
}
