package dev.tenon.cli;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.error.ExitCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
                    case "fish" -> generateFishScript(tenon);
                    default ->
                        throw usageError("'" + shell + "' is not a supported shell. Supported: bash, zsh, fish.");
                };
        commandLine().getOut().println(script);
        return ExitCode.OK;
    }

    /** Generates the completion script for fish, which picocli does not support. */
    private static String generateFishScript(CommandLine tenon) {
        List<String> lines = new ArrayList<>(List.of("complete -c tenon -f"));
        tenon.getSubcommands().forEach((name, command) -> addCommand(lines, name, command.getCommandSpec()));
        return String.join("\n", lines);
    }

    private static void addCommand(List<String> lines, String name, CommandSpec command) {
        lines.add("complete -c tenon -n __fish_use_subcommand -a " + name + " -d "
                + quoteForFish(firstSentence(command.usageMessage().description())));
        for (OptionSpec option : command.options()) {
            String names = Arrays.stream(option.names())
                    .map(word -> word.startsWith("--") ? " -l " + word.substring(2) : " -s " + word.substring(1))
                    .collect(Collectors.joining());
            lines.add("complete -c tenon -n '__fish_seen_subcommand_from " + name + "'" + names
                    + (option.arity().max() > 0 ? " -r -F" : "") + " -d "
                    + quoteForFish(firstSentence(option.description())));
        }
        if (name.equals("completion")) {
            lines.add("complete -c tenon -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
        }
    }

    /** Returns the first sentence of a description. */
    private static String firstSentence(String[] description) {
        String all = description.length == 0 ? "" : description[0];
        return all.replaceFirst("(?s)[.;] .*", "").replaceFirst("\\.$", "");
    }

    private static String quoteForFish(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
