package dev.tenon.bench.peer;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;

/** The tools of the servers of the official Java SDK. */
// Much of the SDK is deprecated for its next release.
@SuppressWarnings("deprecation")
final class SdkTools {
    static final ServerCapabilities CAPABILITIES =
            ServerCapabilities.builder().tools(true).build();
    static final Tool ECHO = tool(
            "echo",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("text", Map.of("type", "string")),
                    "required",
                    List.of("text")));
    static final Tool COUNT = tool("count", Map.of("type", "object"));

    private SdkTools() {}

    private static Tool tool(String name, Map<String, Object> schema) {
        return Tool.builder().name(name).inputSchema(schema).build();
    }

    static CallToolResult echo(McpSyncServerExchange exchange, CallToolRequest request) {
        return text(String.valueOf(request.arguments().get("text")));
    }

    static CallToolResult echo(McpTransportContext context, CallToolRequest request) {
        return text(String.valueOf(request.arguments().get("text")));
    }

    static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest request) {
        Object token = request.meta().get("progressToken");
        exchange.progressNotification(new ProgressNotification(token, 1.0, 2.0, null));
        exchange.progressNotification(new ProgressNotification(token, 2.0, 2.0, null));
        return text("counted");
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }
}
