package dev.tenon.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.Type;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Between {@link Json} and Java objects: the one mapper, and what it may do. */
public final class JsonBinding {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .addModule(new SimpleModule().addSerializer(Json.class, new JsonSerializer()))
            .build();

    private JsonBinding() {}

    /** The mapper, for {@code dev.tenon.schema} only: a schema must say what this mapper reads and writes. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    static Json write(Object value) {
        try {
            byte[] text = MAPPER.writeValueAsBytes(value);
            return Json.trusted(text, 0, text.length);
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
            return json.lend((b, from, length) -> MAPPER.readValue(b, from, length, MAPPER.constructType(type)));
        } catch (DatabindException e) {
            throw new JsonBindingException("Does not fit at " + path(e), e);
        } catch (JacksonException e) {
            throw new JsonBindingException("Does not fit", e);
        }
    }

    private static String path(DatabindException e) {
        String path = e.getPath().stream()
                .map(r -> r.getPropertyName() == null ? "[" + r.getIndex() + "]" : r.getPropertyName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "the top" : path.replace(".[", "[");
    }

    /** Writes a {@link Json} as the text it is. */
    private static final class JsonSerializer extends StdSerializer<Json> {
        JsonSerializer() {
            super(Json.class);
        }

        @Override
        public void serialize(Json value, JsonGenerator generator, SerializationContext context) {
            generator.writeRawValue(value.toString());
        }
    }
}
