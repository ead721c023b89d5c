package dev.tenon.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates the completion script for fish, which picocli does not support. */
final class FishCompletionScript {
    private final StringBuilder script = new StringBuilder();

    private FishCompletionScript() {}

    static String generate(CommandLine tenon) {
        FishCompletionScript fish = new FishCompletionScript();
        fish.appendLine("complete -c tenon -f");
        tenon.getSubcommands().forEach((name, command) -> fish.appendCommand(name, command.getCommandSpec()));
        return fish.script.toString().stripTrailing();
    }

    private void appendCommand(String name, CommandSpec command) {
        appendLine("complete -c tenon -n __fish_use_subcommand -a " + name + " -d "
                + quote(firstSentence(command.usageMessage().description())));
        for (OptionSpec option : command.options()) {
            StringBuilder line = new StringBuilder("complete -c tenon -n '__fish_seen_subcommand_from " + name + "'");
            for (String optionName : option.names()) {
                line.append(
                        optionName.startsWith("--")
                                ? " -l " + optionName.substring(2)
                                : " -s " + optionName.substring(1));
            }
            line.append(option.arity().max() > 0 ? " -r -F" : "");
            appendLine(line.append(" -d ")
                    .append(quote(firstSentence(option.description())))
                    .toString());
        }
        if (name.equals("completion")) {
            appendLine("complete -c tenon -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
        }
    }

    /** Returns the first sentence of a description. */
    private static String firstSentence(String[] description) {
        String all = description.length == 0 ? "" : description[0];
        return all.replaceFirst("(?s)[.;] .*", "").replaceFirst("\\.$", "");
    }

    private static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private void appendLine(String line) {
        script.append(line).append('\n');
    }
}
