package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.http.embedded.HttpStartException;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.http.embedded.TenonHttpBuilder;
import dev.tenon.server.HttpOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves the demo over HTTP. */
final class HttpDemo {
    /**
     * What to serve where.
     *
     * @param sse the path of the old HTTP+SSE transport, or null for none
     * @param webSocket the path for WebSocket, or null for none
     */
    record Settings(
            HostPort address,
            String path,
            @Nullable String sse,
            @Nullable String webSocket) {}

    private HttpDemo() {}

    /** Serves until the process is told to end. */
    static int run(Settings settings) throws InterruptedException {
        DemoServer demo = new DemoServer(Version.get());
        TenonHttp http = start(demo, settings);
        Shutdown shutdown = Shutdown.by(System.out, http::close);
        System.out.print(Welcome.http(demo, addresses(http), Interfaces.isEverywhere(settings.address())));
        http.awaitClosed();
        shutdown.isOver();
        return ExitCode.OK;
    }

    private static TenonHttp start(DemoServer demo, Settings settings) {
        try {
            HttpOptions options =
                    HttpOptions.DEFAULT.withPath(settings.path()).withOrigins(Interfaces.origins(settings.address()));
            TenonHttpBuilder builder = TenonHttp.serving(demo.server())
                    .host(settings.address().host())
                    .port(settings.address().port())
                    .options(settings.sse() == null ? options : options.withHttpSse(settings.sse()))
                    .closesServer();
            return settings.webSocket() == null
                    ? builder.start()
                    : builder.webSocket(settings.webSocket()).start();
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(String.valueOf(e.getMessage()));
        } catch (HttpStartException e) {
            throw FailureException.failed(e.getMessage() + ". For example: tenon demo --http 127.0.0.1:0");
        }
    }

    /** The first one is that of Streamable HTTP. */
    private static List<Welcome.Address> addresses(TenonHttp http) {
        List<Welcome.Address> addresses = new ArrayList<>();
        addresses.add(new Welcome.Address("HTTP", http.uri()));
        http.httpSseUri().ifPresent(uri -> addresses.add(new Welcome.Address("HTTP+SSE", uri)));
        http.webSocketUri().ifPresent(uri -> addresses.add(new Welcome.Address("WebSocket", uri)));
        return addresses;
    }
}
