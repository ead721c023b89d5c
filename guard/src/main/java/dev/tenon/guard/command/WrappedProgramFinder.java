package dev.tenon.guard.command;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** Programs that start the program that is named after their options. */
final class WrappedProgramFinder {
    /** Wrappers, each with its options. An option with a colon takes a value, which may be the next word. */
    private static final Map<String, Set<String>> OPTIONS = """
            env -i -0 -v -u: -C: -a: --ignore-environment --null --debug --unset: --chdir: --argv0: \
                --block-signal --default-signal --ignore-signal --list-signal-handling
            exec -c -l -a:
            nice -n: --adjustment: -0 -1 -2 -3 -4 -5 -6 -7 -8 -9
            nohup
            setsid -c -f -w --ctty --fork --wait
            stdbuf -i: -o: -e: --input: --output: --error:
            time -a -p -v -q -h -l -f: -o: --append --portability --verbose --quiet --format: --output:
            timeout -f -p -v -k: -s: --foreground --preserve-status --verbose --kill-after: --signal:
            sudo -E -H -n -u: -g: --preserve-env --set-home --non-interactive --user: --group:
            doas -n -u: -C:
            pkexec --user:
            gosu
            """.lines()
            .map(line -> List.of(line.split(" +")))
            .collect(toMap(words -> words.get(0), words -> Set.copyOf(words.subList(1, words.size()))));

    /** Wrappers with an operand between the options and the program. */
    private static final Set<String> WITH_OPERAND = Set.of("timeout", "gosu");

    private static final Set<String> WITH_VARIABLES = Set.of("env", "sudo");

    private WrappedProgramFinder() {}

    /**
     * Returns the index of the program that actually runs: that of node for {@code env A=b nice node}. Stops at
     * programs that change the user.
     */
    static int innermostProgramIndex(List<String> command) {
        int at = 0;
        while (at < command.size()
                && !ShellRisks.PRIVILEGE_ESCALATORS.contains(ShellRisks.programName(command.get(at)))) {
            int next = nextProgramIndexOrSame(command, at, unknown -> {});
            if (next == at) {
                break;
            }
            at = next;
        }
        return at;
    }

    /**
     * Returns the index of the program that the program at an index starts: the same index if that is not a wrapper,
     * and the size of the command if the program is missing.
     *
     * @param unknown receives the index of each unknown option; such an option is assumed to take no value
     */
    static int nextProgramIndexOrSame(List<String> command, int at, IntConsumer unknown) {
        String name = ShellRisks.programName(command.get(at));
        Set<String> options = OPTIONS.get(name);
        if (options == null) {
            return at;
        }
        boolean hasVariables = WITH_VARIABLES.contains(name);
        int next = at + 1;
        for (; next < command.size(); next++) {
            String word = command.get(next);
            if (word.startsWith("-")) {
                next += takesNextWord(options, word, next, unknown) ? 1 : 0;
            } else if (!hasVariables || !word.contains("=")) {
                break;
            }
        }
        return Math.min(WITH_OPERAND.contains(name) ? next + 1 : next, command.size());
    }

    /** Returns whether the next word is the value of an option, or of the last of several options in one word. */
    private static boolean takesNextWord(Set<String> options, String word, int at, IntConsumer unknown) {
        if (word.startsWith("--")) {
            int sign = word.indexOf('=');
            String name = sign < 0 ? word : word.substring(0, sign);
            boolean hasValue = options.contains(name + ":");
            if (!hasValue && !options.contains(name) && !word.equals("--")) {
                unknown.accept(at);
            }
            return hasValue && sign < 0;
        }
        for (int i = 1; i < word.length(); i++) {
            String option = "-" + word.charAt(i);
            if (options.contains(option + ":")) {
                return i == word.length() - 1;
            }
            if (!options.contains(option)) {
                unknown.accept(at);
                return false;
            }
        }
        return false;
    }
}
