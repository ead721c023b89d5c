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

/** Serves the demo over HTTP. */
final class HttpDemo {
    private HttpDemo() {}

    /** Serves until the process is told to end. */
    static int run(HostPort address, HttpPaths paths) throws InterruptedException {
        DemoServer demo = new DemoServer(Version.get());
        TenonHttp http = start(demo, address, paths);
        Shutdown shutdown = Shutdown.by(System.out, http::close);
        System.out.print(Welcome.http(demo, addresses(http), Interfaces.isEverywhere(address)));
        http.awaitClosed();
        shutdown.isOver();
        return ExitCode.OK;
    }

    private static TenonHttp start(DemoServer demo, HostPort address, HttpPaths paths) {
        try {
            HttpOptions options =
                    HttpOptions.DEFAULT.withPath(paths.endpoint()).withOrigins(Interfaces.origins(address, List.of()));
            TenonHttpBuilder builder = TenonHttp.serving(demo.server())
                    .host(address.host())
                    .port(address.port())
                    .options(paths.sse().map(options::withHttpSse).orElse(options))
                    .closesServer();
            paths.webSocket().ifPresent(builder::webSocket);
            return builder.start();
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
