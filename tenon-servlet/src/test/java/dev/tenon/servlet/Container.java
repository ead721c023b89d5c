package dev.tenon.servlet;

import jakarta.servlet.http.HttpServlet;
import java.time.Duration;

/** The servlet containers that the adapter is proven with. */
enum Container {
    JETTY_EE10(JettyEe10::new),
    JETTY_EE11(JettyEe11::new),
    TOMCAT(TomcatContainer::new);

    /** After how long without a byte the containers close a connection; short, so that it shows what that does. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    /** A container that runs. */
    interface Running extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    /**
     * What is to run.
     *
     * @param contextPath empty for the root
     * @param mapping where the servlet is mapped to, or null when it registers itself with {@code McpServlet.register}
     * @param async whether the servlet is declared to support asynchronous work
     */
    record Deployment(HttpServlet servlet, String contextPath, String mapping, boolean async) {
        static Deployment of(HttpServlet servlet) {
            return new Deployment(servlet, "", "/mcp", true);
        }
    }

    /** Starts a container on a free port of this machine. */
    interface Starter {
        Running start(Deployment deployment) throws Exception;
    }

    private final Starter starter;

    Container(Starter starter) {
        this.starter = starter;
    }

    Running start(Deployment deployment) {
        try {
            return starter.start(deployment);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
