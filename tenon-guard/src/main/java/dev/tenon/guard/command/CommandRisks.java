package dev.tenon.guard.command;

import dev.tenon.guard.content.HiddenText;
import dev.tenon.json.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is dangerous in a command. It marks what a person should look at before agreeing; a command without marks is not harmless
 * for that. The rules:
 *
 * <ul>
 *   <li>{@code command.shell}: a shell reads part of it as a program; what that part does is looked at too
 *   <li>{@code command.pipe-to-shell}: what comes from elsewhere is run by a shell
 *   <li>{@code command.sudo}: it runs with the rights of another user
 *   <li>{@code command.delete}: it removes or overwrites
 *   <li>{@code command.fetch}: it fetches from or sends to the network
 *   <li>{@code command.code}: part of it is a program in some language
 *   <li>{@code command.unpinned}: what runs is a package in whatever version there is on that day
 *   <li>{@code command.container}: a container that reaches beyond its walls
 *   <li>{@code command.hidden}: characters that nobody sees
 * </ul>
 */
public final class CommandRisks {
    private static final Set<String> WRAPPERS =
            Set.of("env", "nice", "nohup", "setsid", "timeout", "time", "stdbuf", "exec");
    /** Options of those whose value is a word of its own; numbers are skipped without them. */
    private static final Set<String> VALUED = Set.of("-u", "--unset", "-C", "--chdir", "-s", "-o", "-e");

    private static final Set<String> INTERPRETERS =
            Set.of("python", "python3", "python2", "node", "nodejs", "perl", "ruby", "php", "deno", "bun", "osascript");
    private static final Set<String> CODE = Set.of("-c", "-e", "-r", "-p", "--eval", "--print", "eval", "-pe", "-ne");

    private final List<String> command;
    private final List<CommandRisk> risks = new ArrayList<>();

    private CommandRisks(List<String> command) {
        this.command = command;
    }

    /** The dangerous parts of a command and its arguments, in their order. */
    public static List<CommandRisk> of(List<String> command) {
        CommandRisks look = new CommandRisks(command);
        look.hidden();
        look.program(afterWrappers(command));
        return List.copyOf(look.risks);
    }

    private void hidden() {
        for (int i = 0; i < command.size(); i++) {
            if (!HiddenText.RULE.find(command.get(i)).isEmpty()) {
                add("command.hidden", i, command.get(i), "has characters that nobody sees");
            }
        }
    }

    /** Where the program is that really runs: {@code env A=b nice node} is node. */
    static int afterWrappers(List<String> command) {
        int at = 0;
        while (at < command.size() - 1 && WRAPPERS.contains(ShellWords.name(command.get(at)))) {
            at++;
            while (at < command.size() - 1 && isWrapperArgument(command.get(at))) {
                at += VALUED.contains(command.get(at)) && at < command.size() - 2 ? 2 : 1;
            }
        }
        return at;
    }

    private static boolean isWrapperArgument(String argument) {
        return argument.startsWith("-") || argument.contains("=") || argument.matches("[0-9.]+[smhd]?");
    }

    private void program(int at) {
        if (at >= command.size()) {
            return;
        }
        String name = ShellWords.name(command.get(at));
        if (ShellWords.SHELLS.contains(name)) {
            shell(at);
        } else if (INTERPRETERS.contains(name)) {
            interpreter(at);
        } else {
            ShellWords.danger(name).ifPresent(danger -> add(danger.rule(), at, command.get(at), danger.reason()));
        }
        if (ShellWords.RAISERS.contains(name)) {
            program(at + 1 < command.size() && command.get(at + 1).startsWith("-") ? at + 2 : at + 1);
        }
        Packages.risks(command, at, this::add);
        Containers.risks(command, at, this::add);
    }

    private void shell(int at) {
        add("command.shell", at, command.get(at), "runs a shell, which takes its arguments for a program");
        for (int i = at + 1; i < command.size(); i++) {
            ShellWords.risks(command.get(i), i, this::add);
        }
    }

    private void interpreter(int at) {
        for (int i = at + 1; i < command.size(); i++) {
            if (CODE.contains(command.get(i))) {
                add(
                        "command.code",
                        i,
                        command.get(i),
                        "what follows is a program for " + ShellWords.name(command.get(at)));
                return;
            }
            if (!command.get(i).startsWith("-")) {
                return;
            }
        }
    }

    private void add(String rule, int argument, String text, String reason) {
        risks.add(new CommandRisk(rule, argument, Quote.visible(text, 120), reason));
    }
}
