package dev.tenon.guard.command;

import dev.tenon.internal.concurrent.BoundedCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that only commands run that were approved, and within their walls. */
public final class CommandAuthorizer {
    private static final Logger LOG = LoggerFactory.getLogger(CommandAuthorizer.class);

    private static final int MAX_REFUSED = 1000;

    private final CommandApprovalStore approvals;
    private final ApprovalPrompt consent;
    private final Map<String, String> environment;
    private final AtomicBoolean warned = new AtomicBoolean();
    /** Commands to which a person said no: the same person is not asked again each time a configuration is tried. */
    private final BoundedCache<LaunchSpec, Boolean> refused =
            BoundedCache.<LaunchSpec, Boolean>builder(MAX_REFUSED).build();

    /**
     * A way to start commands.
     *
     * @param approvals what was approved
     * @param consent asked about everything else
     * @param environment the guard's own, for the search path and the home folder
     */
    public CommandAuthorizer(CommandApprovalStore approvals, ApprovalPrompt consent, Map<String, String> environment) {
        this.approvals = approvals;
        this.consent = consent;
        this.environment = Map.copyOf(environment);
    }

    /**
     * What is started for a command.
     *
     * @param pidNamespace whether a command without walls gets a process namespace of its own where bubblewrap can make
     *     one
     * @throws CommandRefusedException when nobody approves it
     * @throws SandboxMissingException when its walls cannot be built here
     * @throws ApprovalFileException when the file of approvals cannot be used
     */
    public List<String> authorize(LaunchSpec asked, boolean pidNamespace) {
        LaunchSpec command = asked.resolvePrograms(searchPath());
        List<String> started = command.sandbox().isEmpty() ? command.resolvedCommand() : wrapInSandbox(command);
        if (!approvals.isApproved(command)) {
            requireApproval(command);
        }
        // A program that is not there is better started as it is, which says so.
        boolean wrap =
                pidNamespace && command.sandbox().isEmpty() && command.program().isPresent();
        return wrap ? wrapInPidNamespace(started) : started;
    }

    private List<String> wrapInPidNamespace(List<String> started) {
        Optional<PidNamespace> namespace = PidNamespace.tryCreate(searchPath());
        if (namespace.isEmpty() && Bubblewrap.find(searchPath()).isPresent() && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "bubblewrap (bwrap) is installed but cannot make a process namespace: processes that a program starts may"
                            + " outlive the guard. Allow user namespaces, or set pidNamespace: false for the upstream");
        }
        return namespace.map(made -> made.wrap(started)).orElse(started);
    }

    private String searchPath() {
        return environment.getOrDefault("PATH", "");
    }

    private static CommandRefusedException notApprovedException(LaunchSpec command) {
        return new CommandRefusedException("Not approved, so it is not started:\n" + command.describe());
    }

    private List<String> wrapInSandbox(LaunchSpec command) {
        String home = environment.getOrDefault("HOME", "/");
        return Bubblewrap.findOrThrow(searchPath(), Path.of(home)).wrap(command);
    }

    private void requireApproval(LaunchSpec command) {
        if (refused.get(command) != null) {
            throw notApprovedException(command);
        }
        switch (consent.requestApproval(command)) {
            case YES -> {
                approvals.approve(command);
                LOG.info("Approved: {}", command.shellText());
            }
            case NO -> {
                refused.put(command, true);
                throw notApprovedException(command);
            }
            case UNAVAILABLE ->
                throw new CommandRefusedException("This command has not been approved, and there is nobody to ask:\n"
                        + command.describe()
                        + "\nAn approval is for this program file, and for this folder where one is shown."
                        + "\nRun \"tenon guard approve\" with the same words once in a terminal, or add --yes.");
        }
    }
}
