package dev.tenon.guard.command;

import dev.tenon.guard.content.HiddenTextDetector;
import dev.tenon.internal.text.Excerpts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds dangerous parts of a command that a person should check before approving it. A command without findings is not
 * necessarily harmless. The rules:
 *
 * <ul>
 *   <li>{@code command.shell}: a shell interprets part of the command as a script; the script is checked too
 *   <li>{@code command.pipe-to-shell}: a shell runs the output of another command
 *   <li>{@code command.sudo}: the command runs with the rights of another user
 *   <li>{@code command.delete}: the command removes or overwrites files
 *   <li>{@code command.fetch}: the command transfers data from or to the network
 *   <li>{@code command.code}: part of the command is source code
 *   <li>{@code command.unpinned}: the command runs a package in whatever version is current
 *   <li>{@code command.container}: a container has access beyond its sandbox
 *   <li>{@code command.unknown-option}: an unknown option hides which program {@code env} or the like starts
 *   <li>{@code command.hidden}: invisible characters
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

    /** Returns the dangerous parts of a command and its arguments. */
    public static List<CommandRisk> of(List<String> command) {
        CommandRisks analysis = new CommandRisks(command);
        analysis.checkHiddenCharacters();
        analysis.checkPrograms();
        return List.copyOf(analysis.risks);
    }

    private void checkHiddenCharacters() {
        for (int i = 0; i < command.size(); i++) {
            if (!HiddenTextDetector.INSTANCE.find(command.get(i)).isEmpty()) {
                addRisk("command.hidden", i, command.get(i), "contains invisible characters");
            }
        }
    }

    private void checkPrograms() {
        int last = -1;
        for (int at = 0;
                at < command.size() && at > last;
                at = WrappedProgramFinder.nextProgramIndexOrSame(command, at, this::addUnknownOptionRisk)) {
            checkProgram(at);
            last = at;
        }
    }

    private void addUnknownOptionRisk(int at) {
        String reason = "is an unknown option of a program that starts another one: the guard cannot determine which";
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
                    .ifPresent(risk -> addRisk(risk.rule(), at, command.get(at), risk.reason()));
        }
        PackageRisks.collectRisks(command, at, this::addRisk);
        ContainerRisks.collectRisks(command, at, this::addRisk);
    }

    private void checkShell(int at) {
        addRisk("command.shell", at, command.get(at), "runs a shell, which interprets its arguments as a script");
        for (int i = at + 1; i < command.size(); i++) {
            ShellRisks.collectRisks(command.get(i), i, this::addRisk);
        }
    }

    private void checkInterpreter(int at) {
        for (int i = at + 1; i < command.size(); i++) {
            if (CODE.contains(command.get(i))) {
                String interpreter = ShellRisks.programName(command.get(at));
                addRisk("command.code", i, command.get(i), "the next argument is code for " + interpreter);
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
