package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.ListenConfig.HttpListenConfig;
import dev.tenon.http.embedded.HttpServerStartException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import java.util.function.Consumer;

/** Starts HTTP servers, and reports to the user why one cannot start. */
final class HttpServerStarter {
    private HttpServerStarter() {}

    /**
     * Starts an HTTP server.
     *
     * @param path the path of {@code server}
     * @param settings adds the settings that {@code config} does not determine
     * @param example an address that the user can try instead, as a part of a command line
     */
    static TenonHttpServer start(
            McpServer server,
            String path,
            HttpListenConfig config,
            Consumer<TenonHttpServerBuilder> settings,
            String example) {
        try {
            HttpOptions options = HttpOptions.DEFAULT
                    .withPath(path)
                    .withOrigins(HostOriginPolicyFactory.createHostOriginPolicy(config.host(), config.origins()))
                    .withTrustedProxies(config.trustedProxies());
            TenonHttpServerBuilder builder = TenonHttpServer.builder(server)
                    .host(config.host())
                    .port(config.port())
                    .options(config.ssePath().map(options::withHttpSse).orElse(options));
            config.webSocketPath().ifPresent(builder::webSocket);
            settings.accept(builder);
            return builder.start();
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        } catch (HttpServerStartException e) {
            throw CommandFailedException.failure(e.getMessage() + ". For example: " + example);
        }
    }
}
