package dev.tenon.bench.peer;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The official Java SDK on Jetty. */
public final class SdkJettyServer {
    private SdkJettyServer() {}

    /** Serves until standard input ends. The arguments are those of {@link SdkServers#createServlet}. */
    // Jetty declares Exception.
    public static void main(String[] args) throws Exception {
        ServletHolder holder = new ServletHolder(SdkServers.createServlet(args));
        holder.setAsyncSupported(true);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(holder, "/mcp");
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        jetty.setHandler(context);
        jetty.start();
        PeerControl.serve(connector.getLocalPort(), () -> {});
    }
}
