package dev.tenon.client.internal.transport.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A child process and its descendants: many servers are started by a launcher, such as {@code npx} or a script. When a
 * process ends, its children lose their parent and cannot be found any more, so they are recorded before that.
 *
 * <p>Bubblewrap does not forward signals. It ends with its child, and its processes are killed when it ends; so it is
 * not asked to terminate but ends with its child.
 */
final class ProcessTree {
    private static final int MAX_DESCENDANTS = 1000;
    private static final long STEP_MILLIS = 10;

    private final ProcessHandle root;
    private final boolean isWrapper;
    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    /**
     * Creates the tree of a process.
     *
     * @param program the program that runs in it, as it was started
     */
    ProcessTree(ProcessHandle root, String program) {
        this.root = root;
        this.isWrapper = program.equals("bwrap") || program.endsWith("/bwrap");
    }

    /** Finds new child processes. */
    void refreshDescendants() {
        descendants.removeIf(Predicate.not(ProcessHandle::isAlive));
        Stream.concat(Stream.of(root), Set.copyOf(descendants).stream())
                .flatMap(ProcessHandle::descendants)
                .limit(MAX_DESCENDANTS)
                .forEach(descendants::add);
    }

    /** Asks every process of the tree to terminate; on Windows this kills them. */
    void terminate() {
        refreshDescendants();
        liveProcesses().filter(process -> !isWrapper || !process.equals(root)).forEach(ProcessHandle::destroy);
    }

    /** Kills every process of the tree. */
    void kill() {
        refreshDescendants();
        liveProcesses().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Waits until no process of the tree is alive.
     *
     * @return whether that happened in time; an interrupt ends the wait early
     */
    boolean awaitExit(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        while (isAlive()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                Thread.sleep(STEP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return !isAlive();
            }
        }
        return true;
    }

    /**
     * Like {@link #awaitExit}, for processes that were killed: they end soon, and an interrupt does not shorten the
     * wait.
     */
    boolean awaitExitUninterruptibly(Duration time) {
        boolean interrupted = Thread.interrupted();
        boolean ended = awaitExit(time);
        while (!ended && Thread.interrupted()) {
            interrupted = true;
            ended = awaitExit(time);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended;
    }

    /** Returns whether any process of the tree is alive. */
    boolean isAlive() {
        return liveProcesses().findAny().isPresent();
    }

    private Stream<ProcessHandle> liveProcesses() {
        return Stream.concat(Stream.of(root), descendants.stream().filter(Predicate.not(ProcessTree::isZombie)))
                .filter(ProcessHandle::isAlive);
    }

    /**
     * Returns whether a process has ended and only waits for its parent to reap it, which never happens in many
     * containers (Linux).
     */
    private static boolean isZombie(ProcessHandle process) {
        try {
            String state = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"), ISO_8859_1);
            return state.startsWith(") Z", state.lastIndexOf(')'));
        } catch (IOException e) {
            return false;
        }
    }

    long rootPid() {
        return root.pid();
    }

    @Override
    public String toString() {
        return "process " + root.pid();
    }
}
