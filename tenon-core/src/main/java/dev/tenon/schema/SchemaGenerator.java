package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.Example;
import dev.tenon.schema.annotation.Keyword;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.StringPattern;
import dev.tenon.schema.annotation.Title;
import dev.tenon.schema.internal.generate.SchemaDirection;
import dev.tenon.schema.internal.generate.TypeSchemaGenerator;
import java.lang.reflect.Type;
import java.util.Map;

/**
 * Makes schemas (2020-12) from Java types. They describe what Jackson, as {@code dev.tenon.json} sets it up, reads and
 * writes, since they are made from Jackson's own readers and writers; {@code format} is asserted in them.
 *
 * <p>A member is required unless it is an {@code Optional}, a boxed primitive such as {@code Integer}, marked {@code
 * @Nullable} (of any library), or, for input, has a {@code @JsonProperty(defaultValue = ...)}, which a record component
 * takes when it is absent. Members keep the order of their declaration. Members that a type does not have are refused
 * on input, so that a misspelt name is told to whoever wrote it; output is left open.
 *
 * <p>Understood are records, beans, enums, sealed interfaces and classes (with Jackson's annotations, or with none:
 * then a member {@code type} holds the simple name with a small first letter), {@code Optional}, collections, arrays,
 * maps, numbers, strings, {@code byte[]} (base64), {@code java.time}, {@code UUID}, {@code URI} and {@link Json},
 * generic and recursive types included. {@link Description}, {@link Title}, {@link NumberRange}, {@link SizeRange},
 * {@link StringPattern}, {@link StringFormat}, {@link Example} and {@link Keyword} say the rest. For types with readers
 * of their own, write the schema by hand.
 */
public final class SchemaGenerator {
    private SchemaGenerator() {}

    /**
     * The schema of values that are to be read as that type, such as a tool's arguments.
     *
     * @throws SchemaException when the type, or one it holds, cannot be described; the message names it
     */
    public static Schema generateInputSchema(Type type) {
        return generate(type, SchemaDirection.INPUT);
    }

    /**
     * The schema of values of that type as they are written, such as a tool's structured result.
     *
     * @throws SchemaException when the type, or one it holds, cannot be described; the message names it
     */
    public static Schema generateOutputSchema(Type type) {
        return generate(type, SchemaDirection.OUTPUT);
    }

    private static Schema generate(Type type, SchemaDirection direction) {
        Map<String, Object> schema = new TypeSchemaGenerator(direction).generateRoot(type);
        return Schema.compile(Json.of(schema)).withFormatAssertion();
    }
}
