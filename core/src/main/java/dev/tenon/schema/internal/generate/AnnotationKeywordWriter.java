package dev.tenon.schema.internal.generate;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.Example;
import dev.tenon.schema.annotation.Keyword;
import dev.tenon.schema.annotation.Title;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        addKeywordAnnotations(schema, info::getAnnotation);
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
        ConstraintKeywordWriter.addConstraints(schema, member);
        addKeywordAnnotations(schema, member::getAnnotation);
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

    private static void addKeywordAnnotations(
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
}
