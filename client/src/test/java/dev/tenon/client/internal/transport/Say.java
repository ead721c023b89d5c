package dev.tenon.client.internal.transport;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages of a client. */
final class Say {
    static final String MODERN = Revision.V2026_07_28.wireName();

    private Say() {}

    static Request initialize(String revision) {
        return request(
                0,
                "initialize",
                "{\"protocolVersion\":\"" + revision
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
    }

    static Notification initialized() {
        return new Notification("notifications/initialized", null);
    }

    static Request request(int id, String method, String params) {
        return new Request(RequestId.of(id), method, Json.parse(params));
    }

    static Request ping(int id) {
        return new Request(RequestId.of(id), "ping", null);
    }

    static Request call(int id, String tool, String arguments) {
        return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}}");
    }

    static Request modernCall(int id, String tool, String arguments) {
        return request(
                id,
                "tools/call",
                "{\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "},\"_meta\":{"
                        + "\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN + "\",\"progressToken\":\"p\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}");
    }

    static MirroredHeaders modern(@Nullable String name) {
        return new MirroredHeaders(MODERN, name, Map.of(), false);
    }
}
