package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TextEscaper;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenon guard}. */
@Command(
        name = "guard",
        description = "Stands in front of a server and looks like it, to clients of any revision and transport.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.VersionProvider.class,
        footer = {
            "",
            "Examples:",
            "  tenon guard -- npx -y @modelcontextprotocol/server-filesystem /data",
            "  tenon guard --http 127.0.0.1:8080 -- java -jar server.jar",
            "  tenon guard --http 127.0.0.1:8080 --upstream https://mcp.example.com/mcp",
            "  tenon guard --upstream https://mcp.example.com/mcp",
            "  tenon guard --config guard.yaml",
            "A command that was not run before has to be approved: tenon guard approve -- COMMAND, or --yes."
        })
final class GuardCommand implements Callable<Integer> {
    private final List<String> command;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Guard as this file says; it is followed while it changes. Any other option but --yes and"
                    + " --metrics is in the file then.")
    private @Nullable Path file;

    @Option(names = "--yes", description = "Run commands that nobody has approved, and remember them as approved.")
    private boolean approveAll;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description = "Where to listen for whoever scrapes metrics (/metrics), or asks how the guard is (/health,"
                    + " /ready).")
    private @Nullable BindAddress metrics;

    @Parameters(hidden = true, arity = "0..*", description = "Words of a command whose -- is missing.")
    private List<String> unexpectedArguments = List.of();

    @Mixin
    private GuardOptions options = new GuardOptions();

    /** The command of the server stood behind {@code --}; empty when there was none. */
    GuardCommand(List<String> command) {
        this.command = command;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!unexpectedArguments.isEmpty()) {
            throw CommandFailedException.usageError(
                    "The command of the server must stand behind --. Write: tenon guard [OPTIONS] -- "
                            + TextEscaper.escapeLine(String.join(" ", unexpectedArguments)));
        }
        if (file == null) {
            return GuardRunner.forConfig(options.toConfig(command), metrics, approveAll)
                    .serve();
        }
        if (options.hasAny(command)) {
            throw CommandFailedException.usageError("With --config, the server and how it is guarded are in the file.");
        }
        return GuardRunner.forFile(file, metrics, approveAll).serve();
    }
}
