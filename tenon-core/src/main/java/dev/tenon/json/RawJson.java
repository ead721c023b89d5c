package dev.tenon.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.StdSerializer;

/** {@link Json} within Java objects: a component that takes any value. */
final class RawJson {
    private RawJson() {}

    /** Writes the text as it is. */
    static final class Writer extends StdSerializer<Json> {
        Writer() {
            super(Json.class);
        }

        @Override
        public void serialize(Json value, JsonGenerator generator, SerializationContext context) {
            generator.writeRawValue(value.toString());
        }
    }

    /** Reads any value, {@code null} included, and keeps every digit of its numbers. */
    static final class Reader extends StdDeserializer<Json> {
        private static final JsonMapper PLAIN = JsonMapper.builder().build();

        Reader() {
            super(Json.class);
        }

        @Override
        public Json deserialize(JsonParser parser, DeserializationContext context) {
            ByteArrayBuilder text = new ByteArrayBuilder();
            try (JsonGenerator generator = PLAIN.createGenerator(text)) {
                generator.copyCurrentStructureExact(parser);
            }
            byte[] bytes = text.toByteArray();
            return Json.trusted(bytes, 0, bytes.length);
        }

        @Override
        public Json getNullValue(DeserializationContext context) {
            return Json.NULL;
        }
    }
}
