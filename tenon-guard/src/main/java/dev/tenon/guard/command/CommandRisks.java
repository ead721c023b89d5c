package dev.tenon.guard.command;

import dev.tenon.guard.content.HiddenTextDetector;
import dev.tenon.internal.text.Excerpts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is dangerous in a command. It marks what a person should look at before agreeing; a command without marks is not
 * harmless for that. The rules:
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
 *   <li>{@code command.unknown-option}: an option behind which it cannot be told which program {@code env} and the like
 *   run
 *   <li>{@code command.hidden}: characters that nobody sees
 * </ul>
 */
public final class CommandRisks {
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
        look.checkHiddenCharacters();
        look.checkPrograms();
        return List.copyOf(look.risks);
    }

    private void checkHiddenCharacters() {
        for (int i = 0; i < command.size(); i++) {
            if (!HiddenTextDetector.INSTANCE.find(command.get(i)).isEmpty()) {
                addRisk("command.hidden", i, command.get(i), "has characters that nobody sees");
            }
        }
    }

    private void checkPrograms() {
        int last = -1;
        for (int at = 0;
                at < command.size() && at > last;
                at = CommandWrappers.nextProgramIndex(command, at, this::addUnknownOption)) {
            checkProgram(at);
            last = at;
        }
    }

    private void addUnknownOption(int at) {
        String reason = "is no known option of a program that runs another: which one that is cannot be told";
        addRisk("command.unknown-option", at, command.get(at), reason);
    }

    private void checkProgram(int at) {
        String name = ShellRisks.programName(command.get(at));
        if (ShellRisks.SHELLS.contains(name)) {
            checkShell(at);
        } else if (INTERPRETERS.contains(name)) {
            checkInterpreter(at);
        } else {
            ShellRisks.findProgramRisk(name)
                    .ifPresent(danger -> addRisk(danger.rule(), at, command.get(at), danger.reason()));
        }
        PackageRisks.collectRisks(command, at, this::addRisk);
        ContainerRisks.collectRisks(command, at, this::addRisk);
    }

    private void checkShell(int at) {
        addRisk("command.shell", at, command.get(at), "runs a shell, which takes its arguments for a program");
        for (int i = at + 1; i < command.size(); i++) {
            ShellRisks.collectRisks(command.get(i), i, this::addRisk);
        }
    }

    private void checkInterpreter(int at) {
        for (int i = at + 1; i < command.size(); i++) {
            if (CODE.contains(command.get(i))) {
                addRisk(
                        "command.code",
                        i,
                        command.get(i),
                        "what follows is a program for " + ShellRisks.programName(command.get(at)));
                return;
            }
            if (!command.get(i).startsWith("-")) {
                return;
            }
        }
    }

    private void addRisk(String rule, int argument, String text, String reason) {
        risks.add(new CommandRisk(rule, argument, Excerpts.escapeInvisible(text, 120), reason));
    }
}
