package dev.tenon.conformance;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.transport.HttpServletSseServerTransportProvider;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.http.HttpServlet;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with servers of the official Java SDK: Streamable HTTP at {@code /mcp}, HTTP+SSE at {@code /sse}. */
// Much of the SDK is deprecated for its next release.
@SuppressWarnings("deprecation")
final class SdkHttpServer {
    private SdkHttpServer() {}

    /** Starts the servers, which run until the process ends, and returns their base URL. */
    static String start(UnaryOperator<SyncSpecification<?>> configure) throws Exception {
        var streamable = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .mcpEndpoint("/mcp")
                .build();
        var sse = HttpServletSseServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .sseEndpoint("/sse")
                .messageEndpoint("/message")
                .build();
        configure.apply(McpServer.sync(streamable)).build();
        configure.apply(McpServer.sync(sse)).build();
        ServletContextHandler context = new ServletContextHandler("/");
        add(context, streamable, "/mcp");
        add(context, sse, "/sse", "/message");
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        jetty.setHandler(context);
        jetty.start();
        return "http://127.0.0.1:" + connector.getLocalPort();
    }

    private static void add(ServletContextHandler context, HttpServlet servlet, String... paths) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        for (String path : paths) {
            context.addServlet(holder, path);
        }
    }
}
