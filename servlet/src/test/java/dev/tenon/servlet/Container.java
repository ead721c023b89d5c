package dev.tenon.servlet;

import jakarta.servlet.http.HttpServlet;
import java.time.Duration;

/** The servlet containers with which the adapter is tested. */
enum Container {
    JETTY_EE10(JettyEe10Container::new),
    JETTY_EE11(JettyEe11Container::new),
    TOMCAT(TomcatContainer::new);

    /** The timeout after which the containers close a silent connection; short, so that the tests show its effect. */
    static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(3);

    /** A running container. */
    interface RunningContainer extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    /**
     * The configuration of a container.
     *
     * @param contextPath empty for the root
     * @param mapping the mapping of the servlet, or null if it registers itself with {@code McpServlet.register}
     * @param async whether the servlet is declared to support asynchronous operation
     */
    record Deployment(HttpServlet servlet, String contextPath, String mapping, boolean async) {
        static Deployment of(HttpServlet servlet) {
            return new Deployment(servlet, "", "/mcp", true);
        }
    }

    /** Starts a container on a free port of this machine. */
    interface ContainerStarter {
        RunningContainer start(Deployment deployment) throws Exception;
    }

    private final ContainerStarter starter;

    Container(ContainerStarter starter) {
        this.starter = starter;
    }

    RunningContainer start(Deployment deployment) {
        try {
            return starter.start(deployment);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
