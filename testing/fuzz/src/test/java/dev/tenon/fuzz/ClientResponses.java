package dev.tenon.fuzz;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;

/** The responses of a client to requests of the server. */
final class ClientResponses {
    private ClientResponses() {}

    static byte[] responseTo(Request request) {
        return MessageWriter.write(
                switch (request.method()) {
                    case "elicitation/create" ->
                        new Response.Success(request.id(), Json.parse("{\"action\":\"decline\"}"));
                    case "roots/list" -> new Response.Success(request.id(), Json.parse("{\"roots\":[]}"));
                    default -> new Response.Failure(request.id(), new RpcError(-1, "User rejected"));
                });
    }
}
