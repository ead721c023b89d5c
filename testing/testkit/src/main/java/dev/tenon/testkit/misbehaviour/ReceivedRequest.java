package dev.tenon.testkit.misbehaviour;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A request or notification that a misbehaving server received.
 *
 * @param id the id as JSON text; null in a notification
 */
record ReceivedRequest(
        ProtocolEra era, String method, @Nullable String id, Json params) {
    /** Parses a request or notification; returns null for a response. */
    static @Nullable ReceivedRequest tryParse(ProtocolEra era, Json message) {
        Json method = message.get("method");
        Json id = message.get("id");
        Json params = message.get("params");
        return method == null
                ? null
                : new ReceivedRequest(
                        era,
                        String.valueOf(method.string()),
                        id == null ? null : id.toString(),
                        params == null ? Json.EMPTY_OBJECT : params);
    }

    boolean isMethod(String name) {
        return method.equals(name);
    }

    boolean hasText(String member, String value) {
        return value.equals(text(member));
    }

    /** Returns a string member of the params, or an empty string. */
    String text(String member) {
        Json value = params.get(member);
        String text = value == null ? null : value.string();
        return text == null ? "" : text;
    }

    /** Returns the name of the misbehaviour that the request asks for, or an empty string. */
    String requestedMisbehaviour() {
        Json arguments = params.get("arguments");
        Json requested = arguments == null ? null : arguments.get("as");
        String text = requested == null ? null : requested.string();
        return text == null ? text("uri").replace("test://bad/", "") : text;
    }

    /** Returns the progress token as JSON, or an invented one if the request has no token. */
    String progressToken() {
        Json meta = params.get("_meta");
        Json token = meta == null ? null : meta.get("progressToken");
        return token == null ? "\"nobody's\"" : token.toString();
    }

    /** Returns a response with these members of a result, such as {@code "content":[]}. */
    String resultMessage(String members) {
        return responseMessage("\"result\":{" + resultTypeMember() + members + "}");
    }

    /** Returns a response with a list or another cacheable result. */
    String cacheableResultMessage(String members) {
        return resultMessage((era == ProtocolEra.STATELESS ? "\"ttlMs\":0,\"cacheScope\":\"private\"," : "") + members);
    }

    private String resultTypeMember() {
        return era == ProtocolEra.STATELESS ? "\"resultType\":\"complete\"," : "";
    }

    /** Returns an error response. */
    String errorMessage(int code, String message) {
        return responseMessage("\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}");
    }

    /** Returns a response with arbitrary members after its id. */
    String responseMessage(String rest) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + rest + "}";
    }

    /** Returns a valid tool result with a text. */
    String textResultMessage(String text) {
        return resultMessage("\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]");
    }
}
