package dev.tenon.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import jakarta.servlet.http.HttpServlet;

/** The servers of the official Java SDK, run as its documentation has it. */
final class SdkServers {
    private SdkServers() {}

    /**
     * The servlet for the first argument, which is {@code streamable}, with sessions, or {@code stateless}. Handlers
     * have a thread of their own, as the SDK has it, or with {@code immediate} as the second argument run on the
     * container's.
     */
    static HttpServlet createServlet(String... arguments) {
        boolean isImmediate = arguments.length > 1 && arguments[1].equals("immediate");
        return arguments[0].equals("streamable") ? createStreamable(isImmediate) : createStateless(isImmediate);
    }

    private static HttpServlet createStreamable(boolean isImmediate) {
        var transport = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .mcpEndpoint("/mcp")
                .build();
        build(McpServer.sync(transport), isImmediate);
        return transport;
    }

    /** With its immediate executor: with the other one it stops answering when it is pipelined. */
    static void startStdio() {
        build(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())), true);
    }

    private static void build(SyncSpecification<?> specification, boolean isImmediate) {
        specification
                .serverInfo("bench", "1")
                .capabilities(SdkTools.CAPABILITIES)
                .immediateExecution(isImmediate)
                .toolCall(SdkTools.ECHO, SdkTools::echo)
                .toolCall(SdkTools.COUNT, SdkTools::count)
                .build();
    }

    /** The SDK has a builder of its own for this, which only looks like the other. */
    private static HttpServlet createStateless(boolean isImmediate) {
        var transport = HttpServletStatelessServerTransport.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .messageEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("bench", "1")
                .capabilities(SdkTools.CAPABILITIES)
                .immediateExecution(isImmediate)
                .toolCall(SdkTools.ECHO, SdkTools::echo)
                .build();
        return transport;
    }
}
