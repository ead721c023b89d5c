package dev.tenon.conformance;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletSseServerTransportProvider;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.http.HttpServlet;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with servers of the official Java SDK: Streamable HTTP at {@code /mcp}, HTTP+SSE at {@code /sse}. */
// Much of the SDK is deprecated in favour of what its next release brings.
@SuppressWarnings("deprecation")
final class SdkSite implements AutoCloseable {
    private final Server jetty = new Server();
    private final ServerConnector connector = new ServerConnector(jetty);
    private final McpSyncServer streamable;
    private final McpSyncServer sse;

    SdkSite() throws Exception {
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        var streamableServlet = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .mcpEndpoint("/mcp")
                .build();
        var sseServlet = HttpServletSseServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper())
                .sseEndpoint("/sse")
                .messageEndpoint("/message")
                .build();
        streamable = SdkServer.furnish(McpServer.sync(streamableServlet)).build();
        sse = SdkServer.furnish(McpServer.sync(sseServlet)).build();
        ServletContextHandler context = new ServletContextHandler("/");
        add(context, streamableServlet, "/mcp");
        add(context, sseServlet, "/sse", "/message");
        jetty.setHandler(context);
        jetty.start();
    }

    private static void add(ServletContextHandler context, HttpServlet servlet, String... paths) {
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        for (String path : paths) {
            context.addServlet(holder, path);
        }
    }

    String url(String path) {
        return "http://127.0.0.1:" + connector.getLocalPort() + path;
    }

    @Override
    public void close() throws Exception {
        streamable.close();
        sse.close();
        jetty.stop();
    }
}
