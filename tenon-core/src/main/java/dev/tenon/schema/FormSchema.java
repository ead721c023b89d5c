package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonBinder;
import dev.tenon.schema.annotation.Title;
import dev.tenon.schema.internal.document.FormSchemaValidator;
import dev.tenon.schema.internal.generate.EnumSchemaGenerator;
import dev.tenon.schema.internal.generate.JacksonIntrospector;
import dev.tenon.schema.internal.generate.SchemaDirection;
import dev.tenon.schema.internal.generate.TypeSchemaGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;

/**
 * Schemas of forms that a client shows to its user (elicitation, form mode): flat objects whose members are strings,
 * numbers, booleans, choices, or lists of choices. Clients draw a form from them, so nothing else is allowed in them.
 */
public final class FormSchema {
    private FormSchema() {}

    /**
     * The form for a record. Its components may be strings, numbers, booleans, {@code LocalDate} (format {@code date}),
     * {@code Instant} and {@code OffsetDateTime} ({@code date-time}), {@code URI} ({@code uri}), enums, collections of
     * enums, and {@code Optional}s of these. {@link Title} on components and enum constants is what people see.
     *
     * @throws SchemaException when a component is anything else or asks for a secret; the message names it and what to
     *     do
     */
    public static Schema of(Class<?> record) {
        if (!record.isRecord()) {
            throw new SchemaException("type " + record.getName(), "a form is made from a record");
        }
        JavaType type = JsonBinder.mapper().constructType(record);
        Map<String, Object> generated = new TypeSchemaGenerator(SchemaDirection.INPUT).generateRoot(record);
        Map<?, ?> described = (Map<?, ?>) Objects.requireNonNull(generated.get("properties"));
        Map<String, Object> properties = new LinkedHashMap<>();
        List<BeanProperty> members =
                JacksonIntrospector.of(SchemaDirection.INPUT).findMembers(type);
        for (BeanProperty member : Objects.requireNonNull(members)) {
            Map<?, ?> schema = (Map<?, ?>) Objects.requireNonNull(described.get(member.getName()));
            properties.put(member.getName(), toFormField(schema, choiceType(member.getType())));
        }
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("type", "object");
        form.put("properties", properties);
        if (generated.containsKey("required")) {
            form.put("required", generated.get("required"));
        }
        return of(Json.of(form));
    }

    /**
     * A form written by hand, checked to be one.
     *
     * @throws SchemaException when it is not a valid schema, or holds what a form must not hold
     */
    public static Schema of(Json schema) {
        Schema compiled = Schema.compile(schema).withFormatAssertion();
        FormSchemaValidator.validate(schema);
        return compiled;
    }

    /** The enum that a member offers a choice of; any other class when it offers none. */
    private static Class<?> choiceType(JavaType type) {
        boolean holds = type.isReferenceType() || type.isCollectionLikeType() || type.isArrayType();
        return holds ? choiceType(type.getContentType()) : type.getRawClass();
    }

    /** Without what only helps to validate or explain, and with the titles of the constants. */
    private static Map<String, Object> toFormField(Map<?, ?> schema, Class<?> choice) {
        Map<String, Object> plain = new LinkedHashMap<>();
        schema.forEach((keyword, value) -> plain.put(keyword.toString(), value));
        Object format = plain.get("format");
        if ("int32".equals(format) || "int64".equals(format)) {
            plain.remove("format");
        }
        plain.remove("examples");
        if ("array".equals(plain.get("type")) && plain.get("items") instanceof Map<?, ?> items) {
            plain.remove("uniqueItems");
            plain.put("items", withTitledOptions(items, choice, "anyOf"));
        }
        return withTitledOptions(plain, choice, "oneOf");
    }

    private static Map<String, Object> withTitledOptions(Map<?, ?> schema, Class<?> choice, String keyword) {
        Map<String, Object> titled = new LinkedHashMap<>();
        schema.forEach((name, value) -> titled.put(name.toString(), value));
        if (!choice.isEnum() || !titled.containsKey("enum") || !hasTitles(choice)) {
            return titled;
        }
        List<Object> options = new ArrayList<>();
        for (Object constant : choice.getEnumConstants()) {
            Title title = EnumSchemaGenerator.fieldOf(choice, constant).getAnnotation(Title.class);
            Json value = Json.of(constant);
            Map<String, Object> option = new LinkedHashMap<>();
            option.put("const", value);
            option.put("title", title == null ? value : title.value());
            options.add(option);
        }
        titled.remove("enum");
        if (keyword.equals("anyOf")) {
            titled.remove("type");
        }
        titled.put(keyword, options);
        return titled;
    }

    private static boolean hasTitles(Class<?> choice) {
        return Arrays.stream(choice.getEnumConstants())
                .anyMatch(constant ->
                        EnumSchemaGenerator.fieldOf(choice, constant).isAnnotationPresent(Title.class));
    }
}
