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
 * Creates schemas of forms that a client shows to its user (elicitation in form mode): flat objects whose members are
 * strings, numbers, booleans, choices, or lists of choices. Clients render a form from the schema, so other keywords
 * are rejected. Requested schemas: MCP 2026-07-28, client/elicitation.
 */
public final class FormSchemaFactory {
    private FormSchemaFactory() {}

    /**
     * Returns the form for a record. Its components may be strings, numbers, booleans, {@code LocalDate} (format {@code
     * date}), {@code Instant} and {@code OffsetDateTime} ({@code date-time}), {@code URI} ({@code uri}), enums,
     * collections of enums, and {@code Optional}s of these. {@link Title} on components and enum constants sets the
     * labels that users see.
     *
     * @throws SchemaException when the class is not a record, or a component has another type or asks for a secret; the
     *     message names the component and the remedy
     */
    public static Schema createFormSchema(Class<?> record) {
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
            properties.put(member.getName(), toFormField(schema, findInnermostClass(member.getType())));
        }
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("type", "object");
        form.put("properties", properties);
        if (generated.containsKey("required")) {
            form.put("required", generated.get("required"));
        }
        return createFormSchema(Json.of(form));
    }

    /**
     * Compiles a handwritten form schema and validates that it is a form.
     *
     * @throws SchemaException when the schema is invalid, or contains something that a form must not contain
     */
    public static Schema createFormSchema(Json schema) {
        Schema compiled = Schema.compile(schema).withFormatAssertion();
        FormSchemaValidator.validate(schema);
        return compiled;
    }

    /** Returns the enum that a member offers a choice of, or another class when it offers no choice. */
    private static Class<?> findInnermostClass(JavaType type) {
        boolean hasContentType = type.isReferenceType() || type.isCollectionLikeType() || type.isArrayType();
        return hasContentType ? findInnermostClass(type.getContentType()) : type.getRawClass();
    }

    /** Removes keywords that only help validation or messages, and adds the titles of the constants. */
    private static Map<String, Object> toFormField(Map<?, ?> schema, Class<?> choiceType) {
        Map<String, Object> field = withTitledOptions(schema, choiceType, "oneOf");
        Object format = field.get("format");
        if ("int32".equals(format) || "int64".equals(format)) {
            field.remove("format");
        }
        field.remove("examples");
        if ("array".equals(field.get("type")) && field.get("items") instanceof Map<?, ?> items) {
            field.remove("uniqueItems");
            field.put("items", withTitledOptions(items, choiceType, "anyOf"));
        }
        return field;
    }

    private static Map<String, Object> withTitledOptions(Map<?, ?> schema, Class<?> choiceType, String keyword) {
        Map<String, Object> titled = new LinkedHashMap<>();
        schema.forEach((name, value) -> titled.put(name.toString(), value));
        if (!choiceType.isEnum() || !titled.containsKey("enum") || !hasTitles(choiceType)) {
            return titled;
        }
        List<Object> options = new ArrayList<>();
        for (Object constant : choiceType.getEnumConstants()) {
            Title title = EnumSchemaGenerator.fieldOf(choiceType, constant).getAnnotation(Title.class);
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

    private static boolean hasTitles(Class<?> choiceType) {
        return Arrays.stream(choiceType.getEnumConstants())
                .anyMatch(constant ->
                        EnumSchemaGenerator.fieldOf(choiceType, constant).isAnnotationPresent(Title.class));
    }
}
