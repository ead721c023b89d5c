package dev.tenon.cli;

import static dev.tenon.cli.error.CommandFailedException.usageError;

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
        description = "Runs a policy-enforcing proxy in front of an MCP server.",
        footer = {
            "",
            "Examples:",
            "  tenon guard -- npx -y @modelcontextprotocol/server-filesystem /data",
            "  tenon guard --http 127.0.0.1:8080 -- java -jar server.jar",
            "  tenon guard --http 127.0.0.1:8080 --upstream https://mcp.example.com/mcp",
            "  tenon guard --upstream https://mcp.example.com/mcp",
            "  tenon guard --config guard.yaml",
            "New commands must be approved first: tenon guard approve -- COMMAND, or use --yes."
        })
final class GuardCommand extends StandardOptionsCommand implements Callable<Integer> {
    private final List<String> command;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "Read the configuration from this file and reload it when it changes.",
                "Cannot be combined with other options except --yes and --metrics."
            })
    private @Nullable Path file;

    @Option(names = "--yes", description = "Run unapproved commands and record them as approved.")
    private boolean approveAll;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description = "Address for the metrics and health endpoints (/metrics, /health, /ready).")
    private @Nullable BindAddress metrics;

    @Parameters(hidden = true, arity = "0..*", description = "Command without the preceding --.")
    private List<String> unexpectedArguments = List.of();

    @Mixin
    private GuardOptions options = new GuardOptions();

    /** Creates the command for a server command after {@code --}, or an empty list. */
    GuardCommand(List<String> command) {
        this.command = command;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!unexpectedArguments.isEmpty()) {
            throw usageError("The command of the server must follow --. Write: tenon guard [OPTIONS] -- "
                    + TextEscaper.escapeLine(String.join(" ", unexpectedArguments)));
        }
        if (file == null) {
            return GuardRunner.forConfig(options.toConfig(command), metrics, approveAll)
                    .serve();
        }
        GuardOptions.requireNone(commandLine(), command, List.of("--yes", "--metrics"));
        return GuardRunner.forFile(file, metrics, approveAll).serve();
    }
}
