package dev.tenon.guard.command;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds risks in the words of shell scripts. */
final class ShellRisks {
    static final Set<String> SHELLS = Set.of(
            "sh", "bash", "dash", "zsh", "fish", "ksh", "csh", "tcsh", "ash", "busybox", "cmd", "powershell", "pwsh");
    static final Set<String> PRIVILEGE_ESCALATORS = Set.of("sudo", "doas", "su", "pkexec", "runas", "gosu");

    private static final int MAX_SCRIPT_LENGTH = 20_000;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./\\\\:+-]++");
    private static final Pattern PIPE = Pattern.compile(
            "\\|\\s{0,8}+(?:sudo\\s{1,8}+)?+(?:[a-z/]{0,40}/)?(?:sh|bash|zsh|dash|ksh|python3?|node|perl)\\b");
    private static final Pattern COMMAND_SUBSTITUTION =
            Pattern.compile("(?:<\\(|\\$\\(|`)\\s{0,8}+(?:curl|wget|fetch|nc)\\b|\\beval\\b");

    private static final Pattern DELETER = Pattern.compile("rm|rmdir|shred|unlink|dd|mkfs.*|del|truncate");
    private static final Pattern FETCHER =
            Pattern.compile("curl|wget|nc|ncat|socat|scp|ssh|sftp|rsync|ftp|telnet|iwr|invoke-webrequest");

    private ShellRisks() {}

    /** The rule that a program violates, and why it is dangerous. */
    record ProgramRisk(String rule, String reason) {}

    /** Returns the name of a program without its folder and the extensions of Windows. */
    static String programName(String program) {
        String file = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        return file.endsWith(".exe") || file.endsWith(".cmd") || file.endsWith(".bat")
                ? file.substring(0, file.length() - 4)
                : file;
    }

    static Optional<ProgramRisk> findProgramRisk(String name) {
        if (PRIVILEGE_ESCALATORS.contains(name)) {
            return Optional.of(new ProgramRisk("command.sudo", "runs with the rights of another user"));
        }
        if (DELETER.matcher(name).matches()) {
            return Optional.of(new ProgramRisk("command.delete", "removes or overwrites files"));
        }
        return FETCHER.matcher(name).matches()
                ? Optional.of(new ProgramRisk("command.fetch", "fetches from or sends to the network"))
                : Optional.empty();
    }

    /** Reports the dangerous parts of a script; for a very long script, those of its beginning, and its length. */
    static void collectRisks(String script, int argument, RiskCollector collector) {
        String checked = script.length() <= MAX_SCRIPT_LENGTH ? script : script.substring(0, MAX_SCRIPT_LENGTH);
        if (checked.length() < script.length()) {
            String beginning = checked.substring(0, 40);
            collector.addRisk("command.shell", argument, beginning, "is too long to be checked completely");
        }
        for (Pattern pattern : List.of(PIPE, COMMAND_SUBSTITUTION)) {
            for (Matcher found = pattern.matcher(checked); found.find(); ) {
                collector.addRisk(
                        "command.pipe-to-shell", argument, found.group(), "runs the output of another command");
            }
        }
        for (Matcher word = WORD.matcher(checked); word.find(); ) {
            String text = word.group();
            findProgramRisk(programName(text))
                    .ifPresent(risk -> collector.addRisk(risk.rule(), argument, text, risk.reason()));
        }
    }
}
