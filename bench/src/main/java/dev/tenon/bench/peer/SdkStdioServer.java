package dev.tenon.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/** The official Java SDK on standard input and output, with its immediate executor: with the other it stops when pipelined. */
public final class SdkStdioServer {
    private SdkStdioServer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) {
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("bench", "1")
                .capabilities(SdkTools.CAPABILITIES)
                .immediateExecution(true)
                .toolCall(SdkTools.ECHO, SdkTools::echo)
                .build();
    }
}
