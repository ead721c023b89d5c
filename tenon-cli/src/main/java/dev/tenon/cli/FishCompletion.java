package dev.tenon.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The script for the shell fish, which picocli cannot make. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder();

    private FishCompletion() {}

    static String of(CommandLine tenon) {
        FishCompletion fish = new FishCompletion();
        fish.line("complete -c tenon -f");
        tenon.getSubcommands().forEach((name, command) -> fish.command(name, command.getCommandSpec()));
        return fish.script.toString().stripTrailing();
    }

    private void command(String name, CommandSpec command) {
        line("complete -c tenon -n __fish_use_subcommand -a " + name + " -d "
                + quoted(first(command.usageMessage().description())));
        for (OptionSpec option : command.options()) {
            StringBuilder line = new StringBuilder("complete -c tenon -n '__fish_seen_subcommand_from " + name + "'");
            for (String spelled : option.names()) {
                line.append(spelled.startsWith("--") ? " -l " + spelled.substring(2) : " -s " + spelled.substring(1));
            }
            line.append(option.arity().max() > 0 ? " -r -F" : "");
            line(line.append(" -d ").append(quoted(first(option.description()))).toString());
        }
        if (name.equals("completion")) {
            line("complete -c tenon -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
        }
    }

    /** The first sentence. */
    private static String first(String[] description) {
        String all = description.length == 0 ? "" : description[0];
        return all.replaceFirst("(?s)[.;:] .*", "").replaceFirst("\\.$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private void line(String line) {
        script.append(line).append('\n');
    }
}
