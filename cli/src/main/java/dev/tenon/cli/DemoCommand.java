package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tenon demo}. */
@Command(
        name = "demo",
        description = "Serves a demo server with one of every feature, for trying out clients.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.VersionProvider.class,
        footer = {
            "",
            "Examples:",
            "  tenon demo                         on http://127.0.0.1:8080/mcp",
            "  tenon demo --http 127.0.0.1:0      on a free port",
            "  tenon demo --stdio                 for a client that starts its servers"
        })
final class DemoCommand implements Callable<Integer> {
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
            throw CommandFailedException.usageError(
                    "--stdio excludes HTTP: leave out --stdio, or --http, --path, --sse and --websocket");
        }
        if (stdio) {
            return StdioDemoRunner.run();
        }
        paths.checkDistinct();
        return HttpDemoRunner.run(http == null ? BindAddress.DEFAULT : http, paths);
    }
}
