package dev.tenon.guard.command;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
            boolean joined = option.contains("=") || FLAG.matcher(option).matches();
            String value = option.contains("=")
                    ? option.substring(option.indexOf('=') + 1)
                    : i + 1 < command.size() ? command.get(i + 1) : "";
            checkContainerAccess(option, value, i, collector);
            i += joined ? 1 : 2;
        }
        if (i < command.size() && !command.get(i).contains("@sha256:")) {
            collector.addRisk(
                    "command.unpinned",
                    i,
                    command.get(i),
                    "runs an image without a digest (@sha256:...): its content may change at any time");
        }
    }

    private static void checkContainerAccess(String option, String value, int argument, RiskCollector collector) {
        String name = option.contains("=") ? option.substring(0, option.indexOf('=')) : option;
        boolean mount = name.equals("-v") || name.equals("--volume") || name.equals("--mount");
        boolean wide = mount
                && (value.startsWith("/:")
                        || value.contains("docker.sock")
                        || value.contains("source=/,")
                        || value.contains("src=/,"));
        boolean host =
                Set.of("--network", "--net", "--pid", "--ipc", "--userns").contains(name) && value.equals("host");
        if (name.equals("--privileged") || wide || host || name.equals("--cap-add") || name.equals("--device")) {
            collector.addRisk("command.container", argument, option, "gives the container access beyond its sandbox");
        }
    }
}
