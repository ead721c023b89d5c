package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code tenon guard}. */
@Command(
        name = "guard",
        description = "Stands in front of a server and looks like it, to clients of any revision and transport.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.Versions.class,
        footer = {
            "",
            "Examples:",
            "  tenon guard -- npx -y @modelcontextprotocol/server-filesystem /data",
            "  tenon guard --http 127.0.0.1:8080 -- java -jar server.jar",
            "  tenon guard --http 127.0.0.1:8080 --upstream https://mcp.example.com/mcp",
            "  tenon guard --upstream https://mcp.example.com/mcp"
        })
final class GuardCommand implements Callable<Integer> {
    private final List<String> command;

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description = "Where to listen for Streamable HTTP; port 0 takes any that is free. By default the guard"
                    + " speaks on standard input and output.")
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
            names = "--upstream",
            paramLabel = "URL",
            description = "The server to guard, at an http, https, ws or wss URL.")
    private @Nullable String upstream;

    @Option(names = "--upstream-sse", description = "Speak the old HTTP+SSE transport with the server to guard.")
    private boolean upstreamSse;

    @Option(
            names = "--header",
            paramLabel = "NAME:VALUE",
            description = "Send this header with every request to the server. Can be given more than once.")
    private List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Give the command of the server this variable, besides PATH, HOME and the like.")
    private List<String> environment = List.of();

    @Option(names = "--cwd", paramLabel = "DIR", description = "Run the command of the server in this directory.")
    private @Nullable Path directory;

    /** The command of the server stood behind {@code --}; empty when there was none. */
    GuardCommand(List<String> command) {
        this.command = command;
    }

    @Override
    public Integer call() throws InterruptedException {
        Target target = target();
        List<String> paths =
                Stream.of(path, sse, webSocket).filter(Objects::nonNull).toList();
        if (http == null) {
            if (!paths.isEmpty()) {
                throw FailureException.misused("--path, --sse and --websocket need --http HOST:PORT");
            }
            return StdioGuard.run(target);
        }
        if (Set.copyOf(paths).size() < paths.size()) {
            throw FailureException.misused("--path, --sse and --websocket must each have a path of their own");
        }
        return HttpGuard.run(target, new HttpGuard.Settings(http, path == null ? "/mcp" : path, sse, webSocket));
    }

    private Target target() {
        if (upstream == null == command.isEmpty()) {
            throw GuardTargets.unclear(upstream != null);
        }
        if (upstream == null) {
            if (!headers.isEmpty() || upstreamSse) {
                throw FailureException.misused("--header and --upstream-sse are for servers at a URL");
            }
            return started();
        }
        if (!environment.isEmpty() || directory != null) {
            throw FailureException.misused("--env and --cwd are for servers that are started");
        }
        return GuardTargets.url(upstream, upstreamSse, headers);
    }

    private CommandTarget started() {
        CommandTarget target = GuardTargets.command(command).withDirectory(directory);
        for (String variable : environment) {
            int sign = variable.indexOf('=');
            if (sign < 1) {
                throw FailureException.misused("--env " + variable + " is no variable. Write NAME=VALUE.");
            }
            target = target.withEnvironment(variable.substring(0, sign), variable.substring(sign + 1));
        }
        return target;
    }
}
