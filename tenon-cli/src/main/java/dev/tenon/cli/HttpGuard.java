package dev.tenon.cli;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.HttpStartException;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.http.embedded.TenonHttpBuilder;
import dev.tenon.model.Implementation;
import dev.tenon.server.HttpOptions;
import org.jspecify.annotations.Nullable;

/** Guards a server for clients over HTTP. */
final class HttpGuard {
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

    private HttpGuard() {}

    /** Serves until the process is told to end. */
    static int run(Target target, Settings settings) throws InterruptedException {
        try (Guard guard = Guard.before(target)
                .implementation(Implementation.of("tenon-guard", Version.get()))
                .build()) {
            TenonHttp http = start(guard, settings);
            Shutdown shutdown = Shutdown.by(System.out, grace -> {
                http.close();
                guard.close(grace);
            });
            System.out.println("Tenon " + Version.get() + ", a guard in front of " + target.label());
            System.out.println("  HTTP       " + http.uri());
            http.httpSseUri().ifPresent(uri -> System.out.println("  HTTP+SSE   " + uri));
            http.webSocketUri().ifPresent(uri -> System.out.println("  WebSocket  " + uri));
            System.out.println("Ctrl-C stops it.");
            http.awaitClosed();
            shutdown.isOver();
            return ExitCode.OK;
        }
    }

    private static TenonHttp start(Guard guard, Settings settings) {
        try {
            HttpOptions options =
                    HttpOptions.DEFAULT.withPath(settings.path()).withOrigins(Interfaces.origins(settings.address()));
            TenonHttpBuilder builder = TenonHttp.serving(guard.server())
                    .host(settings.address().host())
                    .port(settings.address().port())
                    .options(settings.sse() == null ? options : options.withHttpSse(settings.sse()));
            return settings.webSocket() == null
                    ? builder.start()
                    : builder.webSocket(settings.webSocket()).start();
        } catch (IllegalArgumentException e) {
            throw FailureException.misused(String.valueOf(e.getMessage()));
        } catch (HttpStartException e) {
            throw FailureException.failed(
                    e.getMessage() + ". For example: tenon guard --http 127.0.0.1:0 --upstream URL");
        }
    }
}
