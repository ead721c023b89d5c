package dev.tenon.client.internal.transport.process;

import static dev.tenon.internal.concurrent.HandlerExecutors.newDaemonThread;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.GuardedReceiver;
import dev.tenon.transport.StdioChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that runs as a child process: messages are lines on its standard input and output (stdio transport). Its
 * standard error is read from the start and has no meaning in the protocol.
 *
 * <p>When the process ends, the receiver is notified even if a child of it holds its output open, and its children are
 * terminated.
 */
public final class ProcessChannel implements DuplexChannel {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessChannel.class);
    /** How long the client waits for the last messages and standard error of a process that has ended. */
    private static final Duration FINAL_OUTPUT_TIMEOUT = Duration.ofMillis(500);
    /** The interval of scans for child processes: one second at first, doubling up to the maximum. */
    private static final long MIN_SCAN_SECONDS = 1;

    private static final long MAX_SCAN_SECONDS = 64;
    private static final long STEP_MILLIS = 20;

    private final CommandTarget target;
    private final Process process;
    private final ProcessTree tree;
    private final ChildStdoutStream output;
    private final StdioChannel stdio;
    private final StderrReader stderrReader;
    private final Thread errorReader;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable GuardedReceiver delivery;

    private ProcessChannel(CommandTarget target, Process process, ChannelLimits limits) {
        this.target = target;
        this.process = process;
        this.tree = new ProcessTree(process.toHandle(), target.command().get(0));
        this.output = new ChildStdoutStream(process.getInputStream());
        this.stdio = new StdioChannel(output, process.getOutputStream(), limits);
        this.stderrReader =
                new StderrReader(process.getErrorStream(), target.stderrListener(), target.stderrRedaction());
        this.errorReader = newDaemonThread(stderrReader, "tenon-process-errors");
    }

    /**
     * Starts the program.
     *
     * @throws ConnectionFailedException when that fails; the message says why and what to do
     */
    public static ProcessChannel start(CommandTarget target, ChannelLimits limits) {
        CompletableFuture<ProcessChannel> started = new CompletableFuture<>();
        // Linux treats the thread that starts a program as its parent, whose end bubblewrap watches: this thread lives
        // as long as the process.
        newDaemonThread(() -> launchAndWatch(target, limits, started), "tenon-process-watch")
                .start();
        try {
            return started.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ConnectionFailedException failed ? failed : e;
        }
    }

    private static void launchAndWatch(
            CommandTarget target, ChannelLimits limits, CompletableFuture<ProcessChannel> started) {
        ProcessChannel channel;
        try {
            channel = new ProcessChannel(target, ProcessLauncher.start(target), limits);
            ProcessRegistry.registerOrKill(channel.tree);
        } catch (RuntimeException e) {
            started.completeExceptionally(e);
            return;
        }
        channel.errorReader.start();
        started.complete(channel);
        channel.watchProcess();
    }

    @Override
    public void open(MessageReceiver receiver) {
        GuardedReceiver guarded = new GuardedReceiver(receiver);
        stdio.open(guarded);
        delivery = guarded;
    }

    @Override
    public void send(byte[] message) {
        stdio.send(message);
    }

    @Override
    public void enqueueEvenIfFull(byte[] message) {
        stdio.enqueueEvenIfFull(message);
    }

    @Override
    public void onWritable(Runnable action) {
        stdio.onWritable(action);
    }

    @Override
    public boolean trySend(byte[] message) {
        return stdio.trySend(message);
    }

    @Override
    public boolean isWritable() {
        return stdio.isWritable();
    }

    /**
     * Returns how the process ended, with the last lines of its standard error, as a sentence for a person. Waits up to
     * half a second for the process to end, and up to half a second more for the end of its standard error.
     */
    public String awaitExitMessage() {
        boolean ended = awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> process.waitFor(millis, TimeUnit.MILLISECONDS));
        awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> awaitThread(errorReader, millis));
        String fallback = closed.get() ? "This client has closed the connection" : "The server has closed its output";
        String ending = ended ? "The server ended with " + describeExit(process.exitValue()) : fallback;
        List<String> lastLines = stderrReader.redactLastLines();
        return lastLines.isEmpty()
                ? ending
                : ending + "; last lines of its standard error: " + String.join(" | ", lastLines);
    }

    private static String describeExit(int code) {
        // The convention of shells and Java for an end by a signal, which Windows does not have.
        return code > 128 && code < 160 ? "exit code " + code + " (signal " + (code - 128) + ")" : "exit code " + code;
    }

    /** Returns the id of the process. */
    public long pid() {
        return process.pid();
    }

    /**
     * Ends the process: sends the queued messages and closes its input; waits for the shutdown timeout of the target;
     * asks the process to terminate; waits again; and kills it. Its children are ended in the same way.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Duration timeout = target.shutdownTimeout();
        tree.refreshDescendants();
        Thread closing = newDaemonThread(stdio::close, "tenon-process-close");
        closing.start();
        newDaemonThread(output::drainAndFailReads, "tenon-process-drain").start();
        long deadline = System.nanoTime() + timeout.toNanos();
        if (!awaitWithin(
                timeout,
                millis -> awaitThread(closing, millis)
                        && process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS))) {
            LOG.debug("{} did not end after its input was closed; terminating it", tree);
        }
        terminateTree();
        awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> awaitThread(errorReader, millis));
        notifyClose();
    }

    /** Ends the remaining processes of the tree. */
    private void terminateTree() {
        if (tree.isAlive()) {
            tree.terminate();
            if (!tree.awaitExit(target.shutdownTimeout())) {
                tree.kill();
                if (!tree.awaitExitUninterruptibly(FINAL_OUTPUT_TIMEOUT)) {
                    LOG.warn("{} of {} could not be ended", tree, target.label());
                }
            }
        }
        ProcessRegistry.unregister(tree);
    }

    /** Records child processes while the process is alive, and then handles its end. */
    private void watchProcess() {
        try {
            long interval = MIN_SCAN_SECONDS;
            while (!process.waitFor(interval, TimeUnit.SECONDS)) {
                tree.refreshDescendants();
                interval = Math.min(2 * interval, MAX_SCAN_SECONDS);
            }
            awaitLastMessages();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        notifyClose();
        if (!closed.get()) {
            terminateTree();
        }
    }

    /**
     * Waits until the reader has read the remaining output; after that only a child of the process can hold it open.
     */
    private void awaitLastMessages() throws InterruptedException {
        while (!closed.get() && !hasNotifiedClose() && !output.isReaderWaitingFor(FINAL_OUTPUT_TIMEOUT)) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    private boolean hasNotifiedClose() {
        GuardedReceiver receiver = delivery;
        return receiver != null && receiver.isClosed();
    }

    private void notifyClose() {
        GuardedReceiver receiver = delivery;
        if (receiver != null) {
            receiver.onClosed();
        }
    }

    private static boolean awaitThread(Thread thread, long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
        return !thread.isAlive();
    }

    private static boolean awaitWithin(Duration time, TimedWait wait) {
        try {
            return wait.await(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A wait with a timeout. */
    @FunctionalInterface
    private interface TimedWait {
        boolean await(long millis) throws InterruptedException;
    }
}
