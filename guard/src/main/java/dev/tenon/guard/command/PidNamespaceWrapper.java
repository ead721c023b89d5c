package dev.tenon.guard.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process namespace (Linux) around a program, created by bubblewrap, without a sandbox: access to the file system and
 * the network is unchanged. When the guard ends, even if it is killed, the operating system ends every process in it,
 * including those that left the process tree of the program. Programs in it cannot change the user (sudo).
 */
record PidNamespaceWrapper(Path bubblewrap) {
    private static final Logger LOG = LoggerFactory.getLogger(PidNamespaceWrapper.class);
    private static final int TRIAL_TIMEOUT_SECONDS = 5;

    /**
     * Returns a namespace that was tested on this machine; empty if bubblewrap is not installed, or cannot create
     * namespaces.
     */
    static Optional<PidNamespaceWrapper> findUsable(String searchPath) {
        return Bubblewrap.find(searchPath)
                .map(PidNamespaceWrapper::new)
                .filter(PidNamespaceWrapper::canRunTrialProcess);
    }

    /** Returns the command that runs this command in such a namespace. */
    List<String> wrap(List<String> command) {
        List<String> out = new ArrayList<>(List.of(bubblewrap.toString(), "--unshare-pid", "--die-with-parent"));
        out.addAll(List.of("--dev-bind", "/", "/", "--proc", "/proc", "--"));
        out.addAll(command);
        return out;
    }

    /** Starts a process in a namespace, waits up to 5 s for its end, and returns whether it succeeded. Not cached. */
    private boolean canRunTrialProcess() {
        try {
            Process trial = new ProcessBuilder(wrap(List.of("true")))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean works = trial.waitFor(TRIAL_TIMEOUT_SECONDS, TimeUnit.SECONDS) && trial.exitValue() == 0;
            trial.destroyForcibly();
            LOG.debug("Process namespace by {}: works={}", bubblewrap, works);
            return works;
        } catch (IOException e) {
            LOG.debug("Bubblewrap was not started: program={}", bubblewrap, e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
