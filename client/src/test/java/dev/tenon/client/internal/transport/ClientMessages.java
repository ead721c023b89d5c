package dev.tenon.client.internal.transport;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages and headers that a client sends. */
final class ClientMessages {
    static final String STATELESS_REVISION = Revision.V2026_07_28.wireName();

    private ClientMessages() {}

    static Request initializeRequest(String revision) {
        return request(
                0,
                "initialize",
                "{\"protocolVersion\":\"" + revision
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
    }

    static Notification initializedNotification() {
        return new Notification("notifications/initialized", null);
    }

    static Request request(int id, String method, String params) {
        return new Request(RequestId.of(id), method, Json.parse(params));
    }

    static Request ping(int id) {
        return new Request(RequestId.of(id), "ping", null);
    }

    static Request toolCall(int id, String tool, String arguments) {
        return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}}");
    }

    static Request statelessToolCall(int id, String tool, String arguments) {
        return request(
                id,
                "tools/call",
                "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "},\"_meta\":{"
                        + "\"io.modelcontextprotocol/protocolVersion\":\"" + STATELESS_REVISION
                        + "\",\"progressToken\":\"p\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}");
    }

    static MirroredHeaders statelessHeaders(@Nullable String name) {
        return new MirroredHeaders(STATELESS_REVISION, name, Map.of(), false);
    }
}
