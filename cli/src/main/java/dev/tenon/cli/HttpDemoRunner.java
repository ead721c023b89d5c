package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.http.embedded.HttpServerStartException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.server.http.HttpOptions;
import java.util.ArrayList;
import java.util.List;

/** Serves the demo over HTTP. */
final class HttpDemoRunner {
    private HttpDemoRunner() {}

    /** Serves until the process is asked to stop. */
    static int run(BindAddress address, HttpPathOptions paths) throws InterruptedException {
        DemoServer demo = new DemoServer(ProductVersion.current());
        TenonHttpServer http = startServer(demo, address, paths);
        ShutdownHook shutdown = ShutdownHook.register(System.out, http::close);
        System.out.print(DemoBanner.forHttp(demo, listAddresses(http), HostOriginPolicyFactory.isWildcard(address)));
        http.awaitClosed();
        shutdown.cancel();
        return ExitCode.OK;
    }

    private static TenonHttpServer startServer(DemoServer demo, BindAddress address, HttpPathOptions paths) {
        try {
            HttpOptions options = HttpOptions.DEFAULT
                    .withPath(paths.endpoint())
                    .withOrigins(HostOriginPolicyFactory.createHostOriginPolicy(address, List.of()));
            TenonHttpServerBuilder builder = TenonHttpServer.builder(demo.server())
                    .host(address.host())
                    .port(address.port())
                    .options(paths.sse().map(options::withHttpSse).orElse(options))
                    .closeServersOnShutdown();
            paths.webSocket().ifPresent(builder::webSocket);
            return builder.start();
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        } catch (HttpServerStartException e) {
            throw CommandFailedException.failure(e.getMessage() + ". For example: tenon demo --http 127.0.0.1:0");
        }
    }

    /** Returns the served addresses; the first is that of Streamable HTTP. */
    private static List<DemoBanner.ServedAddress> listAddresses(TenonHttpServer http) {
        List<DemoBanner.ServedAddress> addresses = new ArrayList<>();
        addresses.add(new DemoBanner.ServedAddress("HTTP", http.uri()));
        http.httpSseUri().ifPresent(uri -> addresses.add(new DemoBanner.ServedAddress("HTTP+SSE", uri)));
        http.webSocketUri().ifPresent(uri -> addresses.add(new DemoBanner.ServedAddress("WebSocket", uri)));
        return addresses;
    }
}
