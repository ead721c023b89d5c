package dev.tenon.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates the completion script for fish, which picocli does not support. */
final class FishCompletionScript {
    private FishCompletionScript() {}

    static String generate(CommandLine tenon) {
        List<String> lines = new ArrayList<>(List.of("complete -c tenon -f"));
        tenon.getSubcommands().forEach((name, command) -> addCommand(lines, name, command.getCommandSpec()));
        return String.join("\n", lines);
    }

    private static void addCommand(List<String> lines, String name, CommandSpec command) {
        lines.add("complete -c tenon -n __fish_use_subcommand -a " + name + " -d "
                + quote(firstSentence(command.usageMessage().description())));
        for (OptionSpec option : command.options()) {
            String names = Arrays.stream(option.names())
                    .map(word -> word.startsWith("--") ? " -l " + word.substring(2) : " -s " + word.substring(1))
                    .collect(Collectors.joining());
            lines.add("complete -c tenon -n '__fish_seen_subcommand_from " + name + "'" + names
                    + (option.arity().max() > 0 ? " -r -F" : "") + " -d "
                    + quote(firstSentence(option.description())));
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

    private static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
