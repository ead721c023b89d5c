package dev.tenon.guard.command;

import dev.tenon.internal.concurrent.BoundedCache;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Permits only approved commands, and runs them in their sandbox. */
public final class CommandAuthorizer {
    private static final Logger LOG = LoggerFactory.getLogger(CommandAuthorizer.class);

    private static final int MAX_REFUSED = 1000;

    private final CommandApprovalStore approvals;
    private final ApprovalPrompt prompt;
    private final Map<String, String> environment;
    private final AtomicBoolean warned = new AtomicBoolean();
    /** Commands that a person rejected: the person is not asked again each time the configuration is loaded. */
    private final BoundedCache<LaunchSpec, Boolean> refused = BoundedCache.ofSize(MAX_REFUSED);

    /**
     * Creates an authorizer.
     *
     * @param approvals the approved commands
     * @param prompt asks a person about all other commands
     * @param environment the environment of the guard, for the search path and the home folder
     */
    public CommandAuthorizer(CommandApprovalStore approvals, ApprovalPrompt prompt, Map<String, String> environment) {
        this.approvals = approvals;
        this.prompt = prompt;
        this.environment = Map.copyOf(environment);
    }

    /**
     * Returns the words to start for a command. Asks a person if the command is not approved, and blocks meanwhile. An
     * approval is stored. A refusal is remembered, up to 1,000 of them, and the person is not asked about that command
     * again.
     *
     * @param requested the command
     * @param pidNamespace whether a command without a sandbox gets its own process namespace, if bubblewrap can create
     *     one
     * @throws CommandRefusedException if the command is not approved, and the person refuses it or cannot be asked
     * @throws SandboxMissingException if the command requires a sandbox and bubblewrap is not installed
     * @throws ApprovalFileException if the file of approvals cannot be used
     */
    public List<String> authorize(LaunchSpec requested, boolean pidNamespace) {
        LaunchSpec command = requested.resolvePrograms(searchPath());
        List<String> started = command.sandbox().isEmpty() ? command.resolvedCommand() : wrapInSandbox(command);
        if (!approvals.isApproved(command)) {
            requireApproval(command);
        }
        // A missing program is started without the wrapper, for a clearer error.
        boolean wrap =
                pidNamespace && command.sandbox().isEmpty() && command.program().isPresent();
        return wrap ? wrapInPidNamespace(started) : started;
    }

    private List<String> wrapInPidNamespace(List<String> started) {
        Optional<PidNamespaceWrapper> namespace = PidNamespaceWrapper.findUsable(searchPath());
        if (namespace.isEmpty() && Bubblewrap.find(searchPath()).isPresent() && warned.compareAndSet(false, true)) {
            LOG.warn("bubblewrap (bwrap) is installed but cannot make a process namespace: processes that a program"
                    + " starts may outlive the guard. Allow user namespaces, or set pidNamespace: false for"
                    + " the upstream");
        }
        return namespace.map(created -> created.wrap(started)).orElse(started);
    }

    private String searchPath() {
        return environment.getOrDefault("PATH", "");
    }

    private static CommandRefusedException notApprovedException(LaunchSpec command) {
        return new CommandRefusedException("Command not approved, not started:\n" + command.describe());
    }

    private List<String> wrapInSandbox(LaunchSpec command) {
        String home = environment.getOrDefault("HOME", "/");
        return Bubblewrap.findOrThrow(searchPath(), Path.of(home)).wrapIfSandboxed(command);
    }

    private void requireApproval(LaunchSpec command) {
        if (refused.get(command) != null) {
            throw notApprovedException(command);
        }
        switch (prompt.requestApproval(command)) {
            case YES -> {
                approvals.approve(command);
                LOG.info("Approved: {}", command.shellText());
            }
            case NO -> {
                refused.put(command, true);
                throw notApprovedException(command);
            }
            case UNAVAILABLE ->
                throw new CommandRefusedException(
                        "This command has not been approved, and no terminal is available to ask:\n"
                                + command.describe()
                                + "\nAn approval covers this program file and, where one is shown, this folder."
                                + "\nRun \"tenon guard approve\" with the same arguments once in a terminal, or add --yes.");
        }
    }
}
