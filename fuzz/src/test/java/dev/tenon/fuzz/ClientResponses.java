package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;

/** What a client says when the server asks. */
final class ClientResponses {
    private ClientResponses() {}

    static byte[] responseTo(Request question) {
        return MessageWriter.write(
                switch (question.method()) {
                    case "elicitation/create" ->
                        new Response.Success(question.id(), Json.parse("{\"action\":\"decline\"}"));
                    case "roots/list" -> new Response.Success(question.id(), Json.parse("{\"roots\":[]}"));
                    default -> new Response.Failure(question.id(), new RpcError(-1, "User rejected"));
                });
    }
}
