package dev.tenon.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import jakarta.servlet.http.HttpServlet;

/** The servers of the official Java SDK, set up as documented. */
final class SdkServers {
    private SdkServers() {}

    /**
     * Returns the servlet for the first argument: {@code streamable}, with sessions, or {@code stateless}. Handlers run
     * on separate threads, the default of the SDK, or with {@code immediate} as the second argument on the threads of
     * the container.
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

    /** Starts a server with the immediate executor: with the default one it stops responding to pipelined requests. */
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

    /** The stateless server has a different builder type with the same methods. */
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
