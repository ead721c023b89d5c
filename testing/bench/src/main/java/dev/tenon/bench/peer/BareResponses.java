package dev.tenon.bench.peer;

import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The minimum that answers a call: parses the request into a tree and writes a response, without any checks. */
final class BareResponses {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int INITIAL_BYTES = 512;

    private BareResponses() {}

    static JsonNode parse(byte[] request) {
        return MAPPER.readTree(request);
    }

    static JsonNode parse(String request) {
        return MAPPER.readTree(request);
    }

    /** Returns a tool result with the text of the argument. */
    static byte[] echo(JsonNode request) {
        return result(
                request, request.path("params").path("arguments").path("text").asString());
    }

    static byte[] result(JsonNode request, String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(INITIAL_BYTES);
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringProperty("jsonrpc", "2.0");
            json.writeNumberProperty("id", request.path("id").asLong());
            json.writeObjectPropertyStart("result");
            json.writeArrayPropertyStart("content");
            json.writeStartObject();
            json.writeStringProperty("type", "text");
            json.writeStringProperty("text", text);
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** Returns a progress notification for the request. */
    static byte[] progress(JsonNode request, int done) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(INITIAL_BYTES);
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringProperty("jsonrpc", "2.0");
            json.writeStringProperty("method", "notifications/progress");
            json.writeObjectPropertyStart("params");
            json.writeNumberProperty(
                    "progressToken",
                    request.path("params").path("_meta").path("progressToken").asLong());
            json.writeNumberProperty("progress", done);
            json.writeNumberProperty("total", 2);
            json.writeEndObject();
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
