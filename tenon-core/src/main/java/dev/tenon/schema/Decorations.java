package dev.tenon.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
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

/** What annotations add to a schema: words, examples, defaults and constraints. */
final class Decorations {
    private final JacksonView jackson;

    Decorations(JacksonView jackson) {
        this.jackson = jackson;
    }

    /** Whether a member must be there. */
    boolean isRequired(BeanProperty member) {
        if (member.isRequired()) {
            return true;
        }
        JavaType type = member.getType();
        boolean hasDefault =
                jackson.direction == Direction.INPUT && member.getMetadata().getDefaultValue() != null;
        return !type.isReferenceType()
                && !Scalars.isOptional(type.getRawClass())
                && !Nullness.isNullable(member.getMember())
                && !hasDefault
                && !jackson.mayBeLeftOut(member);
    }

    /** Adds what the annotations of a class say. */
    void type(Map<String, Object> schema, JavaType type) {
        AnnotatedClass info = jackson.context.introspectClassAnnotations(type);
        Description own = info.getAnnotation(Description.class);
        String description = own != null
                ? own.value()
                : jackson.context.getAnnotationIntrospector().findClassDescription(jackson.context.getConfig(), info);
        words(schema, info.getAnnotation(Title.class), description);
        keywords(schema, info::getAnnotation);
    }

    /** Adds what the annotations of a member say. */
    void member(Map<String, Object> schema, BeanProperty member) {
        Description own = member.getAnnotation(Description.class);
        String description = own != null ? own.value() : member.getMetadata().getDescription();
        words(schema, member.getAnnotation(Title.class), description);
        JsonFormat.Value format = member.findPropertyFormat(
                jackson.context.getConfig(), member.getType().getRawClass());
        if (TypeSchemas.isRestyled(format)) {
            schema.remove("format");
            schema.remove("pattern");
        }
        String text = member.getMetadata().getDefaultValue();
        if (text != null && jackson.direction == Direction.INPUT) {
            schema.put("default", constant(schema, text));
        }
        Example example = member.getAnnotation(Example.class);
        if (example != null) {
            schema.put(
                    "examples",
                    Arrays.stream(example.value()).map(e -> constant(schema, e)).toList());
        }
        Constraints.add(schema, member);
        keywords(schema, member::getAnnotation);
    }

    private static void words(Map<String, Object> schema, @Nullable Title title, @Nullable String description) {
        if (title != null) {
            schema.put("title", title.value());
        }
        if (description != null && !description.isBlank()) {
            schema.put("description", description);
        }
    }

    /** The text of an annotation as a value: as it is for a string, else as JSON where it is JSON. */
    static Object constant(Map<String, Object> schema, String text) {
        if (Objects.equals(schema.get("type"), "string")) {
            return text;
        }
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return text;
        }
    }

    private static void keywords(
            Map<String, Object> schema, Function<Class<? extends Annotation>, @Nullable Annotation> annotations) {
        if (annotations.apply(Keyword.class) instanceof Keyword one) {
            keyword(schema, one);
        }
        if (annotations.apply(Keyword.List.class) instanceof Keyword.List several) {
            List.of(several.value()).forEach(keyword -> keyword(schema, keyword));
        }
    }

    private static void keyword(Map<String, Object> schema, Keyword keyword) {
        try {
            schema.put(keyword.name(), Json.parse(keyword.json()));
        } catch (JsonException e) {
            throw new SchemaException("#", "@Keyword(\"" + keyword.name() + "\") is not JSON: " + e.getMessage());
        }
    }
}
