package dev.tenon.servlet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.modeler.Registry;

/** Tomcat with its default settings. */
final class TomcatContainer implements Container.RunningContainer {
    // Referenced, because a logger keeps its level only while it is referenced.
    private static final Logger LOGGER = Logger.getLogger("org.apache");

    private final Tomcat tomcat = new Tomcat();

    static {
        // Several may start concurrently, and their beans would have the same names.
        Registry.disableRegistry();
    }

    TomcatContainer(Container.Deployment deployment) throws IOException, LifecycleException {
        LOGGER.setLevel(Level.WARNING);
        Path base = Files.createTempDirectory("tenon-tomcat");
        base.toFile().deleteOnExit();
        tomcat.setBaseDir(base.toString());
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("connectionTimeout", String.valueOf(Container.CONNECTION_TIMEOUT.toMillis()));
        connector.addUpgradeProtocol(new Http2Protocol());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext(deployment.contextPath(), null);
        // These access internals of the JDK, which does not allow it, and log warnings about that.
        ((StandardContext) context).setClearReferencesRmiTargets(false);
        ((StandardContext) context).setClearReferencesThreadLocals(false);
        if (deployment.mapping() == null) {
            context.addServletContainerInitializer(
                    (classes, servletContext) -> ((McpServlet) deployment.servlet()).register(servletContext, "/mcp"),
                    Set.of());
        } else {
            Wrapper wrapper = Tomcat.addServlet(context, "mcp", deployment.servlet());
            wrapper.setAsyncSupported(deployment.async());
            wrapper.setLoadOnStartup(1);
            context.addServletMappingDecoded(deployment.mapping(), "mcp");
        }
        tomcat.start();
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void close() {
        if (tomcat.getServer().getState() == LifecycleState.DESTROYED) {
            return;
        }
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
