package dev.tenon.guard.command;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of shells, and the programs that they mostly name. */
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

    /** Why a program is dangerous. */
    record ProgramRisk(String rule, String reason) {}

    /** The name of a program without its folder and the endings of Windows. */
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

    /** The dangerous parts of a script; of a very long one, of its beginning, and that it is very long. */
    static void collectRisks(String script, int argument, RiskCollector marking) {
        String looked = script.length() <= MAX_SCRIPT_LENGTH ? script : script.substring(0, MAX_SCRIPT_LENGTH);
        if (looked.length() < script.length()) {
            marking.addRisk("command.shell", argument, looked.substring(0, 40), "is too long to be looked through");
        }
        for (Matcher pipe = PIPE.matcher(looked); pipe.find(); ) {
            marking.addRisk("command.pipe-to-shell", argument, pipe.group(), "runs whatever comes out of the pipe");
        }
        for (Matcher inner = COMMAND_SUBSTITUTION.matcher(looked); inner.find(); ) {
            marking.addRisk("command.pipe-to-shell", argument, inner.group(), "runs what another command brings");
        }
        for (Matcher word = WORD.matcher(looked); word.find(); ) {
            String text = word.group();
            findProgramRisk(programName(text))
                    .ifPresent(danger -> marking.addRisk(danger.rule(), argument, text, danger.reason()));
        }
    }
}
