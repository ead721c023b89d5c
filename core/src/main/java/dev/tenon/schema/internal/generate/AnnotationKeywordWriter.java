package dev.tenon.schema.internal.generate;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.Example;
import dev.tenon.schema.annotation.Keyword;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.StringPattern;
import dev.tenon.schema.annotation.Title;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedClass;

/** Adds the keywords that annotations define: titles, descriptions, examples, defaults and constraints. */
record AnnotationKeywordWriter(JacksonIntrospector jackson) {

    /** Returns whether a member is required. */
    boolean isRequired(BeanProperty member) {
        if (member.isRequired()) {
            return true;
        }
        JavaType type = member.getType();
        boolean hasDefault = jackson.direction == SchemaDirection.INPUT
                && member.getMetadata().getDefaultValue() != null;
        return !type.isReferenceType()
                && !ScalarSchemas.isOptionalOrBoxed(type.getRawClass())
                && !NullableDetector.isNullable(member.getMember())
                && !hasDefault
                && !jackson.canBeOmitted(member);
    }

    /** Adds the keywords that the annotations of a class define. */
    void addTypeKeywords(Map<String, Object> schema, JavaType type) {
        AnnotatedClass info = jackson.context.introspectClassAnnotations(type);
        Description own = info.getAnnotation(Description.class);
        String description = own != null
                ? own.value()
                : jackson.context.getAnnotationIntrospector().findClassDescription(jackson.context.getConfig(), info);
        addTitleAndDescription(schema, info.getAnnotation(Title.class), description);
        addCustomKeywords(schema, info::getAnnotation);
    }

    /** Adds the keywords that the annotations of a member define. */
    void addMemberKeywords(Map<String, Object> schema, BeanProperty member) {
        Description own = member.getAnnotation(Description.class);
        String description = own != null ? own.value() : member.getMetadata().getDescription();
        addTitleAndDescription(schema, member.getAnnotation(Title.class), description);
        var format = member.findPropertyFormat(
                jackson.context.getConfig(), member.getType().getRawClass());
        // Such a format changes how a scalar is written in a way that a schema cannot express.
        if (format != null && (format.hasPattern() || format.getShape() == JsonFormat.Shape.NUMBER)) {
            schema.remove("format");
            schema.remove("pattern");
        }
        String text = member.getMetadata().getDefaultValue();
        if (text != null && jackson.direction == SchemaDirection.INPUT) {
            schema.put("default", parseConstantOrKeepText(schema, text));
        }
        Example example = member.getAnnotation(Example.class);
        if (example != null) {
            var values = Arrays.stream(example.value()).map(e -> parseConstantOrKeepText(schema, e));
            schema.put("examples", values.toList());
        }
        addConstraints(schema, member);
        addCustomKeywords(schema, member::getAnnotation);
    }

    private static void addTitleAndDescription(
            Map<String, Object> schema, @Nullable Title title, @Nullable String description) {
        if (title != null) {
            schema.put("title", title.value());
        }
        if (description != null && !description.isBlank()) {
            schema.put("description", description);
        }
    }

    /**
     * Converts the text of an annotation to a value: unchanged for a string member, else parsed as JSON if possible.
     */
    static Object parseConstantOrKeepText(Map<String, Object> schema, String text) {
        if (Objects.equals(schema.get("type"), "string")) {
            return text;
        }
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return text;
        }
    }

    private static void addCustomKeywords(
            Map<String, Object> schema, Function<Class<? extends Annotation>, @Nullable Annotation> annotations) {
        if (annotations.apply(Keyword.class) instanceof Keyword one) {
            addCustomKeyword(schema, one);
        }
        if (annotations.apply(Keyword.Keywords.class) instanceof Keyword.Keywords several) {
            List.of(several.value()).forEach(keyword -> addCustomKeyword(schema, keyword));
        }
    }

    private static void addCustomKeyword(Map<String, Object> schema, Keyword keyword) {
        try {
            schema.put(keyword.name(), Json.parse(keyword.json()));
        } catch (JsonException e) {
            throw new SchemaException("#", "@Keyword(\"" + keyword.name() + "\") is not JSON: " + e.getMessage());
        }
    }

    /** Adds what {@link NumberRange}, {@link SizeRange}, {@link StringPattern} and {@link StringFormat} define. */
    private static void addConstraints(Map<String, Object> schema, BeanProperty member) {
        Optional.ofNullable(member.getAnnotation(NumberRange.class)).ifPresent(range -> addRange(schema, range));
        Optional.ofNullable(member.getAnnotation(SizeRange.class)).ifPresent(size -> addSize(schema, size));
        Optional.ofNullable(member.getAnnotation(StringPattern.class))
                .ifPresent(pattern -> addKeywordToStringOrItems(schema, "pattern", pattern.value()));
        Optional.ofNullable(member.getAnnotation(StringFormat.class))
                .ifPresent(format -> addKeywordToStringOrItems(schema, "format", format.value()));
    }

    /**
     * Adds {@code minimum} and {@code maximum}. Removes {@code format} if both bounds are in the range of an int.
     *
     * @throws SchemaException if the schema is not that of a number
     */
    private static void addRange(Map<String, Object> schema, NumberRange range) {
        Object type = schema.get("type");
        if (!"integer".equals(type) && !"number".equals(type)) {
            throw new SchemaException("#", "@NumberRange is for numbers");
        }
        if (Double.isFinite(range.min())) {
            schema.put("minimum", toJsonNumber(range.min()));
        }
        if (Double.isFinite(range.max())) {
            schema.put("maximum", toJsonNumber(range.max()));
        }
        boolean bounded = Double.isFinite(range.min()) && Double.isFinite(range.max());
        if (bounded && range.min() >= Integer.MIN_VALUE && range.max() <= Integer.MAX_VALUE) {
            schema.remove("format");
        }
    }

    private static Number toJsonNumber(double value) {
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return isWhole ? (Number) (long) value : (Number) value;
    }

    /**
     * Adds the limits of the length, the items or the properties. A schema without a type is treated as an object.
     *
     * @throws SchemaException if the schema has another type than string, array or object
     */
    private static void addSize(Map<String, Object> schema, SizeRange size) {
        Object type = schema.get("type");
        String unit = "string".equals(type) ? "Length" : "array".equals(type) ? "Items" : "Properties";
        if (type != null && !"string".equals(type) && !"array".equals(type) && !"object".equals(type)) {
            throw new SchemaException("#", "@SizeRange is for strings, lists and maps");
        }
        if (size.min() > 0) {
            schema.put("min" + unit, size.min());
        }
        if (size.max() < Integer.MAX_VALUE) {
            schema.put("max" + unit, size.max());
        }
    }

    @SuppressWarnings("unchecked")
    private static void addKeywordToStringOrItems(Map<String, Object> schema, String keyword, String value) {
        Object target = "array".equals(schema.get("type")) ? schema.get("items") : schema;
        if (!(target instanceof Map<?, ?> map) || !"string".equals(map.get("type"))) {
            throw new SchemaException(
                    "#", "@" + (keyword.equals("pattern") ? "StringPattern" : "StringFormat") + " is for strings");
        }
        ((Map<String, Object>) map).put(keyword, value);
    }
}
