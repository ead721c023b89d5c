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
 * A child process and its children: many a server is started by a launcher, such as {@code npx} or a script. When a
 * process ends its children lose their parent and cannot be found any more, so they are remembered before that.
 *
 * <p>Bubblewrap hands no signals on. It ends with its child, and whatever is in it is killed when it ends, so that it
 * is not asked to end but left to the end of its child.
 */
final class ProcessTree {
    private static final int MAX_DESCENDANTS = 1000;
    private static final long STEP_MILLIS = 10;

    private final ProcessHandle root;
    private final boolean isWrapper;
    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    /**
     * The family of a process.
     *
     * @param program what runs in it, as it was started
     */
    ProcessTree(ProcessHandle head, String program) {
        this.root = head;
        this.isWrapper = program.equals("bwrap") || program.endsWith("/bwrap");
    }

    /** Looks for children that came since. */
    void refreshDescendants() {
        descendants.removeIf(Predicate.not(ProcessHandle::isAlive));
        Stream.concat(Stream.of(root), Set.copyOf(descendants).stream())
                .flatMap(ProcessHandle::descendants)
                .limit(MAX_DESCENDANTS)
                .forEach(descendants::add);
    }

    /** Asks every process of it to end; where there is no asking, as on Windows, this ends them. */
    void terminate() {
        refreshDescendants();
        liveProcesses().filter(process -> !isWrapper || !process.equals(root)).forEach(ProcessHandle::destroy);
    }

    /** Ends every process of it. */
    void kill() {
        refreshDescendants();
        liveProcesses().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Waits until none is alive.
     *
     * @return whether that came to pass in time; an interrupt ends the waiting early
     */
    boolean awaitExit(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (isAlive()) {
            if (System.nanoTime() - end >= 0) {
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
     * As {@link #awaitExit}, for processes that were killed: they end soon, and an interrupt does not shorten the
     * waiting.
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

    /** Whether any process of it is alive. */
    boolean isAlive() {
        return liveProcesses().findAny().isPresent();
    }

    private Stream<ProcessHandle> liveProcesses() {
        return Stream.concat(Stream.of(root), descendants.stream().filter(Predicate.not(ProcessTree::isZombie)))
                .filter(ProcessHandle::isAlive);
    }

    /**
     * Whether it has ended and only waits for somebody to notice, which in many a container nobody ever does (Linux).
     */
    private static boolean isZombie(ProcessHandle process) {
        try {
            String state = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"), ISO_8859_1);
            return state.startsWith(") Z", state.lastIndexOf(')'));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "process " + root.pid();
    }
}
