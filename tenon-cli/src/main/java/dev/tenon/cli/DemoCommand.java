package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code tenon demo}. */
@Command(
        name = "demo",
        description = "Serves a server with one of everything, to try clients with.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.Versions.class,
        footer = {
            "",
            "Examples:",
            "  tenon demo                         on http://127.0.0.1:8080/mcp",
            "  tenon demo --http 127.0.0.1:0      on a port that is free",
            "  tenon demo --stdio                 for a client that starts its servers"
        })
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description =
                    "Where to listen for Streamable HTTP; port 0 takes any that is free. By default 127.0.0.1:8080.")
    private @Nullable HostPort http;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "The path of the endpoint. By default /mcp.")
    private @Nullable String path;

    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "Serve the old HTTP+SSE transport of 2024-11-05 as well, at this path.")
    private @Nullable String sse;

    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "Serve WebSocket as well, at this path.")
    private @Nullable String webSocket;

    @Option(
            names = "--stdio",
            description = "Serve on standard input and output instead. Everything for people goes to standard error.")
    private boolean stdio;

    @Override
    public Integer call() throws InterruptedException {
        List<String> paths =
                Stream.of(path, sse, webSocket).filter(Objects::nonNull).toList();
        if (stdio && (http != null || !paths.isEmpty())) {
            throw FailureException.misused(
                    "--stdio serves no HTTP: leave out --stdio, or --http, --path, --sse and --websocket");
        }
        if (stdio) {
            return StdioDemo.run();
        }
        if (Set.copyOf(paths).size() < paths.size()) {
            throw FailureException.misused("--path, --sse and --websocket must each have a path of their own");
        }
        return HttpDemo.run(new HttpDemo.Settings(
                http == null ? HostPort.DEFAULT : http, path == null ? "/mcp" : path, sse, webSocket));
    }
}
