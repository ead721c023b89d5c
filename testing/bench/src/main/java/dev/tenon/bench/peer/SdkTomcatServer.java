package dev.tenon.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/** The official Java SDK on Tomcat. */
public final class SdkTomcatServer {
    private SdkTomcatServer() {}

    /** Serves until standard input ends. The arguments are those of {@link SdkServers#createServlet}. */
    public static void main(String[] args) throws IOException, InterruptedException, LifecycleException {
        Logger.getLogger("").setLevel(Level.WARNING);
        Path base = Files.createTempDirectory("bench-tomcat");
        base.toFile().deleteOnExit();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            // Otherwise Tomcat closes each connection after 100 requests.
            http.setMaxKeepAliveRequests(-1);
        }
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Wrapper servlet = Tomcat.addServlet(context, "mcp", SdkServers.createServlet(args));
        servlet.setAsyncSupported(true);
        servlet.addMapping("/mcp");
        tomcat.start();
        PeerControl.serve(connector.getLocalPort(), () -> {});
    }
}
