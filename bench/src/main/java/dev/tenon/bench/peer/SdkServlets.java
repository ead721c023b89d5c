package dev.tenon.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.http.HttpServlet;

/** The servlets of the official Java SDK, run as its documentation has it for a server in a servlet container. */
final class SdkServlets {
    private SdkServlets() {}

    /** The servlet for {@code streamable}, which has sessions, or {@code stateless}. */
    static HttpServlet of(String kind) {
        return kind.equals("streamable") ? streamable() : stateless();
    }

    private static HttpServlet streamable() {
        var transport = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .mcpEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("bench", "1")
                .capabilities(SdkTools.CAPABILITIES)
                .immediateExecution(immediate())
                .toolCall(SdkTools.ECHO, SdkTools::echo)
                .toolCall(SdkTools.COUNT, SdkTools::count)
                .build();
        return transport;
    }

    private static HttpServlet stateless() {
        var transport = HttpServletStatelessServerTransport.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .messageEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("bench", "1")
                .capabilities(SdkTools.CAPABILITIES)
                .immediateExecution(immediate())
                .toolCall(SdkTools.ECHO, SdkTools::echo)
                .build();
        return transport;
    }

    /** On the container's thread, which is the cheaper of the two ways; the other one is the SDK's default. */
    private static boolean immediate() {
        return !Boolean.getBoolean("bench.sdk.default-executor");
    }
}
