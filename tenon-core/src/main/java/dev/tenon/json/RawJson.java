package dev.tenon.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
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

    /** Reads any value, {@code null} included, and keeps its numbers as they are written. */
    static final class Reader extends StdDeserializer<Json> {
        Reader() {
            super(Json.class);
        }

        @Override
        public Json deserialize(JsonParser parser, DeserializationContext context) {
            JsonWriter writer = new JsonWriter();
            int depth = 0;
            JsonToken token = parser.currentToken();
            while (true) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                write(token, parser, writer);
                if (depth == 0) {
                    return writer.toJson();
                }
                token = parser.nextToken();
            }
        }

        private static void write(JsonToken token, JsonParser parser, JsonWriter writer) {
            switch (token) {
                case START_OBJECT -> writer.object();
                case END_OBJECT -> writer.endObject();
                case START_ARRAY -> writer.array();
                case END_ARRAY -> writer.endArray();
                case PROPERTY_NAME -> writer.name(parser.currentName());
                case VALUE_STRING -> writer.value(parser.getString());
                case VALUE_TRUE -> writer.value(true);
                case VALUE_FALSE -> writer.value(false);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> writer.raw(parser.getString());
                default -> writer.value(Json.NULL);
            }
        }

        @Override
        public Json getNullValue(DeserializationContext context) {
            return Json.NULL;
        }
    }
}
