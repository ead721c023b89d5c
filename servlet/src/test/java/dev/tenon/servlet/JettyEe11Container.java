package dev.tenon.servlet;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with the servlet environment of Jakarta EE 11. */
final class JettyEe11Container implements Container.RunningContainer {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    JettyEe11Container(Container.Deployment deployment) throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(Container.CONNECTION_TIMEOUT.toMillis());
        server.addConnector(connector);
        String path = deployment.contextPath().isEmpty() ? "/" : deployment.contextPath();
        ServletContextHandler context = new ServletContextHandler(path);
        if (deployment.mapping() == null) {
            context.addServletContainerInitializer(
                    (classes, servletContext) -> ((McpServlet) deployment.servlet()).register(servletContext, "/mcp"));
        } else {
            ServletHolder holder = new ServletHolder(deployment.servlet());
            holder.setAsyncSupported(deployment.async());
            context.addServlet(holder, deployment.mapping());
        }
        server.setHandler(context);
        server.start();
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
