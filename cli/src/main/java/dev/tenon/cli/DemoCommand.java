package dev.tenon.cli;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.DemoBanner.ServedAddress;
import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.guard.config.ListenConfig.HttpListenConfig;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tenon demo}. */
@Command(
        name = "demo",
        description = "Serves a demo server with one of every feature, for trying out clients.",
        footer = {
            "",
            "Examples:",
            "  tenon demo                         on http://127.0.0.1:8080/mcp",
            "  tenon demo --http 127.0.0.1:0      on a free port",
            "  tenon demo --stdio                 for a client that starts its servers"
        })
final class DemoCommand extends StandardOptionsCommand implements Callable<Integer> {
    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = "Listen on this address; port 0 selects a free one (default: 127.0.0.1:8080).")
    private @Nullable BindAddress http;

    @Mixin
    private HttpPathOptions paths = new HttpPathOptions();

    @Option(names = "--stdio", description = "Serve on standard input and output instead.")
    private boolean stdio;

    @Override
    public Integer call() throws InterruptedException {
        if (stdio && (http != null || paths.isAnyGiven())) {
            throw usageError("--stdio excludes HTTP: leave out --stdio, or --http, --path, --sse and --websocket");
        }
        if (stdio) {
            return StdioDemoRunner.run();
        }
        return serveHttp(paths.toListenConfig(http == null ? BindAddress.DEFAULT : http));
    }

    /** Serves until the process is asked to stop. */
    private static int serveHttp(HttpListenConfig config) throws InterruptedException {
        DemoServer demo = new DemoServer(ProductVersion.current());
        String example = "tenon demo --http 127.0.0.1:0";
        TenonHttpServer http = HttpServerStarter.start(
                demo.server(), config.path(), config, TenonHttpServerBuilder::closeServersOnShutdown, example);
        ShutdownHook shutdown = ShutdownHook.register(System.out, http::close);
        System.out.print(DemoBanner.forHttp(
                demo, collectServedAddresses(http), HostOriginPolicyFactory.isWildcard(config.host())));
        http.awaitClosed();
        shutdown.disable();
        return ExitCode.OK;
    }

    /** Returns the served addresses; the first is that of Streamable HTTP. */
    private static List<ServedAddress> collectServedAddresses(TenonHttpServer http) {
        List<ServedAddress> addresses = new ArrayList<>();
        addresses.add(new ServedAddress("HTTP", http.uri()));
        http.httpSseUri().ifPresent(uri -> addresses.add(new ServedAddress("HTTP+SSE", uri)));
        http.webSocketUri().ifPresent(uri -> addresses.add(new ServedAddress("WebSocket", uri)));
        return addresses;
    }
}
