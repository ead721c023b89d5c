package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tenon completion}. */
@Command(
        name = "completion",
        description = "Prints a shell script that completes the commands and options of tenon.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.VersionProvider.class,
        footer = {
            "",
            "Examples:",
            "  source <(tenon completion bash)    in ~/.bashrc",
            "  source <(tenon completion zsh)     in ~/.zshrc, after compinit",
            "  tenon completion fish | source     in ~/.config/fish/config.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SHELL", description = "Shell: bash, zsh or fish.")
    private String shell = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine tenon = TenonCommand.createCommandLine();
        String script =
                switch (shell) {
                    case "bash", "zsh" -> AutoComplete.bash("tenon", tenon);
                    case "fish" -> FishCompletionScript.generate(tenon);
                    default ->
                        throw CommandFailedException.usageError(
                                "'" + shell + "' is not a supported shell. Supported: bash, zsh, fish.");
                };
        Objects.requireNonNull(spec).commandLine().getOut().println(script);
        return ExitCode.OK;
    }
}
