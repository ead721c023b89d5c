package dev.tenon.testkit.misbehaviour;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A request or notification that a hostile server got.
 *
 * @param id its id as it stood there, or null in a notification
 */
record ReceivedRequest(
        ProtocolEra era, String method, @Nullable String id, Json params) {
    /** The call in a message of a client, or null for an answer. */
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

    /** A text in the params, or nothing. */
    String text(String member) {
        Json value = params.get(member);
        String text = value == null ? null : value.string();
        return text == null ? "" : text;
    }

    /** The misbehaviour that is asked for, or nothing. */
    String requestedMisbehaviour() {
        Json arguments = params.get("arguments");
        Json wish = arguments == null ? null : arguments.get("as");
        String text = wish == null ? null : wish.string();
        return text == null ? text("uri").replace("test://bad/", "") : text;
    }

    /** The token for news of its progress, as JSON; one that nobody gave when there is none. */
    String progressToken() {
        Json meta = params.get("_meta");
        Json token = meta == null ? null : meta.get("progressToken");
        return token == null ? "\"nobody's\"" : token.toString();
    }

    /** An answer with these members of a result, such as {@code "content":[]}. */
    String resultMessage(String members) {
        return responseMessage("\"result\":{" + resultTypeMember() + members + "}");
    }

    /** An answer with a list or another result that may be cached. */
    String cacheableResultMessage(String members) {
        return resultMessage((era == ProtocolEra.STATELESS ? "\"ttlMs\":0,\"cacheScope\":\"private\"," : "") + members);
    }

    private String resultTypeMember() {
        return era == ProtocolEra.STATELESS ? "\"resultType\":\"complete\"," : "";
    }

    /** An answer with an error. */
    String errorMessage(int code, String message) {
        return responseMessage("\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}");
    }

    /** An answer with whatever after its id. */
    String responseMessage(String rest) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + rest + "}";
    }

    /** A good answer of a tool: this text. */
    String textResultMessage(String text) {
        return resultMessage("\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]");
    }
}
