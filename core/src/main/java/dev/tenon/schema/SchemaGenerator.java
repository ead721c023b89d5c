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

/**
 * Generates schemas (dialect 2020-12) from Java types. They describe the JSON that Jackson, as configured by {@code
 * dev.tenon.json}, reads and writes for the type, since they are derived from Jackson's own deserializers and
 * serializers. {@code format} is asserted in them.
 *
 * <p>A member is required unless it is an {@code Optional}, a boxed primitive such as {@code Integer}, annotated {@code
 * @Nullable} (of any library), or, for input, has a {@code @JsonProperty(defaultValue = ...)}, which a record component
 * takes when the member is absent. Members keep their declaration order. On input, unknown members are rejected, so
 * that the caller gets an error for a misspelt name; on output, additional members are allowed.
 *
 * <p>Supported types are records, beans, enums, sealed interfaces and classes, {@code Optional}, collections, arrays,
 * maps, numbers, strings, {@code byte[]} (base64), {@code java.time}, {@code UUID}, {@code URI} and {@link Json},
 * including generic and recursive types. Subtypes of sealed types are distinguished by Jackson's annotations, or,
 * without these, by a member {@code type} that holds the simple name with a lower-case first letter. {@link
 * Description}, {@link Title}, {@link NumberRange}, {@link SizeRange}, {@link StringPattern}, {@link StringFormat},
 * {@link Example} and {@link Keyword} add keywords. For types with custom deserializers or serializers, write the
 * schema by hand.
 */
public final class SchemaGenerator {
    private SchemaGenerator() {}

    /**
     * Generates the schema of values that are read as a type, such as the arguments of a tool.
     *
     * @throws SchemaException when the type, or a type within it, is not supported; the message names it
     */
    public static Schema generateInputSchema(Type type) {
        return generate(type, SchemaDirection.INPUT);
    }

    /**
     * Generates the schema of values of a type as they are written, such as the structured result of a tool.
     *
     * @throws SchemaException when the type, or a type within it, is not supported; the message names it
     */
    public static Schema generateOutputSchema(Type type) {
        return generate(type, SchemaDirection.OUTPUT);
    }

    private static Schema generate(Type type, SchemaDirection direction) {
        Json schema = Json.of(new TypeSchemaGenerator(direction).generateRoot(type));
        return Schema.compile(schema).withFormatAssertion();
    }
}
