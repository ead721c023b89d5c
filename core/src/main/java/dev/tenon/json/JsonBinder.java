package dev.tenon.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Converts between {@link Json} and Java objects with a single, shared Jackson mapper. */
public final class JsonBinder {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .annotationIntrospector(
                    AnnotationIntrospector.pair(new JacksonAnnotationIntrospector(), new SealedTypeIntrospector()))
            .addModule(new SimpleModule()
                    .addSerializer(Json.class, new RawJsonCodec.RawJsonSerializer())
                    .addDeserializer(Json.class, new RawJsonCodec.RawJsonDeserializer())
                    .setDeserializerModifier(new DefaultValueModifier()))
            .build();

    private JsonBinder() {}

    /**
     * Returns the mapper. Only {@code dev.tenon.schema} uses it: schemas must describe what this mapper reads and
     * writes.
     */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    static Json write(Object value) {
        try {
            byte[] text = MAPPER.writeValueAsBytes(value);
            return new Json(text, 0, text.length);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "Cannot be written as JSON: " + value.getClass().getName(), e);
        }
    }

    static Object read(Json json, Type type) {
        if (type == Json.class) {
            return json;
        }
        try {
            return json.readBytes((b, from, length) -> MAPPER.readValue(b, from, length, MAPPER.constructType(type)));
        } catch (JacksonException e) {
            throw new JsonBindingException(BindingErrorFormatter.format(e), e);
        }
    }

    /**
     * Parses the text of a default value. For a string type, it returns the text. For other types, it reads the text as
     * JSON; if that fails, it converts the text as a string.
     *
     * @return the value; null if the text is the JSON {@code null} and the type allows it
     * @throws JacksonException if the text does not fit the type
     */
    static @Nullable Object parseDefault(String text, JavaType type) {
        if (type.isTypeOrSubTypeOf(CharSequence.class)) {
            return text;
        }
        try {
            return MAPPER.readValue(text, type);
        } catch (JacksonException e) {
            return MAPPER.convertValue(text, type);
        }
    }
}
