package dev.tenon.guard.command;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds risks of container commands: the image, and the access that it gets. */
final class ContainerRisks {
    private static final Set<String> ENGINES = Set.of("docker", "podman", "nerdctl");

    /** Options without a value; all others take one, in the same argument or in the next. */
    private static final Pattern FLAG = Pattern.compile("-[itdqP]+|--(?:rm|init|interactive|tty|detach|privileged"
            + "|read-only|quiet|publish-all|no-healthcheck)");

    private ContainerRisks() {}

    static void collectRisks(List<String> command, int at, RiskCollector collector) {
        int run = at + 1;
        boolean engine = ENGINES.contains(ShellRisks.programName(command.get(at)));
        if (!engine || run >= command.size() || !command.get(run).equals("run")) {
            return;
        }
        int i = run + 1;
        while (i < command.size() && command.get(i).startsWith("-")) {
            String option = command.get(i);
            int sign = option.indexOf('=');
            String name = sign < 0 ? option : option.substring(0, sign);
            boolean isOneWord = sign >= 0 || FLAG.matcher(option).matches();
            String next = i + 1 < command.size() ? command.get(i + 1) : "";
            if (isRisky(name, sign < 0 ? next : option.substring(sign + 1))) {
                collector.addRisk("command.container", i, option, "gives the container access beyond its sandbox");
            }
            i += isOneWord ? 1 : 2;
        }
        if (i < command.size() && !command.get(i).contains("@sha256:")) {
            String reason = "runs an image without a digest (@sha256:...): its content may change at any time";
            collector.addRisk("command.unpinned", i, command.get(i), reason);
        }
    }

    /** Returns whether an option with this value gives the container access beyond its sandbox. */
    private static boolean isRisky(String option, String value) {
        boolean wide = Set.of("-v", "--volume", "--mount").contains(option)
                && (value.startsWith("/:")
                        || Stream.of("docker.sock", "source=/,", "src=/,").anyMatch(value::contains));
        boolean host =
                Set.of("--network", "--net", "--pid", "--ipc", "--userns").contains(option) && value.equals("host");
        return wide || host || Set.of("--privileged", "--cap-add", "--device").contains(option);
    }
}
