package dev.tenon.guard.command;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of shells, and the programs that they mostly name. */
final class ShellWords {
    static final Set<String> SHELLS = Set.of(
            "sh", "bash", "dash", "zsh", "fish", "ksh", "csh", "tcsh", "ash", "busybox", "cmd", "powershell", "pwsh");
    static final Set<String> RAISERS = Set.of("sudo", "doas", "su", "pkexec", "runas", "gosu");

    private static final int LONGEST_SCRIPT = 20_000;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./\\\\:+-]++");
    private static final Pattern PIPE = Pattern.compile(
            "\\|\\s{0,8}+(?:sudo\\s{1,8}+)?+(?:[a-z/]{0,40}/)?(?:sh|bash|zsh|dash|ksh|python3?|node|perl)\\b");
    private static final Pattern SUBSTITUTED =
            Pattern.compile("(?:<\\(|\\$\\(|`)\\s{0,8}+(?:curl|wget|fetch|nc)\\b|\\beval\\b");

    private static final Pattern DELETER = Pattern.compile("rm|rmdir|shred|unlink|dd|mkfs.*|del|truncate");
    private static final Pattern FETCHER =
            Pattern.compile("curl|wget|nc|ncat|socat|scp|ssh|sftp|rsync|ftp|telnet|iwr|invoke-webrequest");

    private ShellWords() {}

    /** Why a program is dangerous. */
    record Danger(String rule, String reason) {}

    /** The name of a program without its folder and the endings of Windows. */
    static String name(String program) {
        String file = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        return file.endsWith(".exe") || file.endsWith(".cmd") || file.endsWith(".bat")
                ? file.substring(0, file.length() - 4)
                : file;
    }

    static Optional<Danger> danger(String name) {
        if (RAISERS.contains(name)) {
            return Optional.of(new Danger("command.sudo", "runs with the rights of another user"));
        }
        if (DELETER.matcher(name).matches()) {
            return Optional.of(new Danger("command.delete", "removes or overwrites files"));
        }
        return FETCHER.matcher(name).matches()
                ? Optional.of(new Danger("command.fetch", "fetches from or sends to the network"))
                : Optional.empty();
    }

    /** The dangerous parts of a script; of a very long one, of its beginning, and that it is very long. */
    static void risks(String script, int argument, Marking marking) {
        String looked = script.length() <= LONGEST_SCRIPT ? script : script.substring(0, LONGEST_SCRIPT);
        if (looked.length() < script.length()) {
            marking.mark("command.shell", argument, looked.substring(0, 40), "is too long to be looked through");
        }
        for (Matcher pipe = PIPE.matcher(looked); pipe.find(); ) {
            marking.mark("command.pipe-to-shell", argument, pipe.group(), "runs whatever comes out of the pipe");
        }
        for (Matcher inner = SUBSTITUTED.matcher(looked); inner.find(); ) {
            marking.mark("command.pipe-to-shell", argument, inner.group(), "runs what another command brings");
        }
        for (Matcher word = WORD.matcher(looked); word.find(); ) {
            String text = word.group();
            danger(name(text)).ifPresent(danger -> marking.mark(danger.rule(), argument, text, danger.reason()));
        }
    }
}
