package dev.tenon.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Reads and writes {@link Json} within Java objects, such as a component that accepts any value. */
final class RawJsonCodec {
    private RawJsonCodec() {}

    /** Writes the text unchanged. */
    static final class RawJsonSerializer extends StdSerializer<Json> {
        RawJsonSerializer() {
            super(Json.class);
        }

        @Override
        public void serialize(Json value, JsonGenerator generator, SerializationContext context) {
            generator.writeRawValue(value.toString());
        }
    }

    /** Reads any value, including {@code null}, and preserves the notation of numbers. */
    static final class RawJsonDeserializer extends StdDeserializer<Json> {
        RawJsonDeserializer() {
            super(Json.class);
        }

        @Override
        public Json deserialize(JsonParser parser, DeserializationContext context) {
            JsonWriter writer = new JsonWriter();
            int depth = 0;
            for (JsonToken token = parser.currentToken(); ; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                writeToken(token, parser, writer);
                if (depth == 0) {
                    return writer.toJson();
                }
            }
        }

        private static void writeToken(JsonToken token, JsonParser parser, JsonWriter writer) {
            switch (token) {
                case START_OBJECT -> writer.beginObject();
                case END_OBJECT -> writer.endObject();
                case START_ARRAY -> writer.beginArray();
                case END_ARRAY -> writer.endArray();
                case PROPERTY_NAME -> writer.name(parser.currentName());
                case VALUE_STRING -> writer.value(parser.getString());
                case VALUE_TRUE -> writer.value(true);
                case VALUE_FALSE -> writer.value(false);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> writer.writeRawValue(parser.getString());
                default -> writer.value(Json.NULL);
            }
        }

        @Override
        public Json getNullValue(DeserializationContext context) {
            return Json.NULL;
        }
    }
}
