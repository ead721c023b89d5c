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
 * A process namespace (Linux) around a program, made by bubblewrap, without walls: the program reaches the file system
 * and the network as before. When the guard ends, even killed, the kernel ends every process in it, also those that
 * have left the program's process tree. Programs in it cannot become another user (sudo).
 */
record PidNamespace(Path bubblewrap) {
    private static final Logger LOG = LoggerFactory.getLogger(PidNamespace.class);
    private static final int TRIAL_TIMEOUT_SECONDS = 5;

    /** One that was seen to work here; empty where bubblewrap is not installed, or may not make namespaces. */
    static Optional<PidNamespace> tryCreate(String searchPath) {
        return Bubblewrap.find(searchPath).map(PidNamespace::new).filter(PidNamespace::isUsable);
    }

    /** The command that runs this command in such a namespace. */
    List<String> wrap(List<String> inside) {
        List<String> out = new ArrayList<>(List.of(
                bubblewrap.toString(),
                "--unshare-pid",
                "--die-with-parent",
                "--dev-bind",
                "/",
                "/",
                "--proc",
                "/proc",
                "--"));
        out.addAll(inside);
        return out;
    }

    private boolean isUsable() {
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
