package dev.tenon.cli;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.error.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code tenon completion}. */
@Command(
        name = "completion",
        description = "Prints a shell script that completes the commands and options of tenon.",
        footer = {
            "",
            "Examples:",
            "  source <(tenon completion bash)    in ~/.bashrc",
            "  source <(tenon completion zsh)     in ~/.zshrc, after compinit",
            "  tenon completion fish | source     in ~/.config/fish/config.fish"
        })
final class CompletionCommand extends StandardOptionsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SHELL", description = "Shell: bash, zsh or fish.")
    private String shell = "";

    @Override
    public Integer call() {
        CommandLine tenon = TenonCommand.createCommandLine();
        String script =
                switch (shell) {
                    case "bash", "zsh" -> AutoComplete.bash("tenon", tenon);
                    case "fish" -> FishCompletionScript.generate(tenon);
                    default ->
                        throw usageError("'" + shell + "' is not a supported shell. Supported: bash, zsh, fish.");
                };
        commandLine().getOut().println(script);
        return ExitCode.OK;
    }
}
