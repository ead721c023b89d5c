package dev.tenon.transports;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.servlet.McpServlet;
import java.net.URI;
import java.nio.file.Files;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A servlet container that serves an MCP server. */
final class ServletContainer implements AutoCloseable {
    // A strong reference, since the logger could be collected and lose its level.
    private static final Logger TOMCAT_LOGGER = Logger.getLogger("org.apache");

    private final int port;
    private final AutoCloseable container;

    private ServletContainer(int port, AutoCloseable container) {
        this.port = port;
        this.container = container;
    }

    static ServletContainer startJetty(McpServer server) throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServletContainerInitializer(
                (classes, servlets) -> createServlet(server).register(servlets, "/mcp"));
        jetty.setHandler(context);
        jetty.start();
        return new ServletContainer(connector.getLocalPort(), jetty::stop);
    }

    static ServletContainer startTomcat(McpServer server) throws Exception {
        TOMCAT_LOGGER.setLevel(Level.WARNING);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("transports-tomcat").toString());
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        tomcat.setConnector(connector);
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        // These features reflect on JDK internals, which fails with a warning.
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
        context.addServletContainerInitializer(
                (classes, servlets) -> createServlet(server).register(servlets, "/mcp"), Set.of());
        tomcat.start();
        return new ServletContainer(connector.getLocalPort(), () -> {
            tomcat.stop();
            tomcat.destroy();
        });
    }

    private static McpServlet createServlet(McpServer server) {
        return new McpServlet(server.createHttpEndpoint(HttpOptions.DEFAULT));
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port + "/mcp");
    }

    @Override
    public void close() throws Exception {
        container.close();
    }
}
