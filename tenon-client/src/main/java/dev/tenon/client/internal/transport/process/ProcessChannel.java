package dev.tenon.client.internal.transport.process;

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
 * A server that runs as a child process: messages are lines over its standard input and output (stdio transport). Its
 * standard error is read from the start and means nothing to the protocol.
 *
 * <p>When the process ends the receiver is told so, even if a child of it holds its output open, and its children are
 * ended.
 */
public final class ProcessChannel implements DuplexChannel {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessChannel.class);
    /** How long the last messages of a process that has ended, and its last words, may take to get here. */
    private static final Duration FINAL_OUTPUT_TIMEOUT = Duration.ofMillis(500);
    /** When children are looked for: after a second, then less and less often. */
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
        this.errorReader = createDaemon(stderrReader, "tenon-process-errors");
    }

    /**
     * Starts the program.
     *
     * @throws ConnectionFailedException when that is not possible; the message says why and what to do
     */
    public static ProcessChannel start(CommandTarget target, ChannelLimits limits) {
        CompletableFuture<ProcessChannel> started = new CompletableFuture<>();
        // Linux takes the thread that starts a program for its parent, whose end bubblewrap watches: this one lives as
        // long.
        createDaemon(() -> launchAndWatch(target, limits, started), "tenon-process-watch")
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
            ProcessRegistry.register(channel.tree);
        } catch (RuntimeException e) {
            started.completeExceptionally(e);
            return;
        }
        channel.errorReader.start();
        started.complete(channel);
        channel.watchProcess();
    }

    private static Thread createDaemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void open(MessageReceiver receiver) {
        GuardedReceiver told = new GuardedReceiver(receiver);
        stdio.open(told);
        delivery = told;
    }

    @Override
    public void send(byte[] message) {
        stdio.send(message);
    }

    @Override
    public void enqueue(byte[] message) {
        stdio.enqueue(message);
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
     * How it ended and what it last said on its standard error, as a sentence for a person. While it is not known that
     * the process has ended this waits for that, for half a second.
     */
    public String exitMessage() {
        boolean ended = awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> process.waitFor(millis, TimeUnit.MILLISECONDS));
        awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> awaitThread(errorReader, millis));
        String closer = closed.get() ? "This side has closed the connection" : "The server has closed its output";
        String end = ended ? "The server ended with " + describeExit(process.exitValue()) : closer;
        List<String> last = stderrReader.lastLines();
        return last.isEmpty() ? end : end + "; the last it said: " + String.join(" | ", last);
    }

    private static String describeExit(int code) {
        // How a shell and Java count the end by a signal, which Windows does not have.
        return code > 128 && code < 160 ? "exit code " + code + " (signal " + (code - 128) + ")" : "exit code " + code;
    }

    /** The id of the process. */
    public long pid() {
        return process.pid();
    }

    /**
     * Ends the process: closes its input, after what is queued has been sent; waits as long as the patience of the
     * target; asks it to terminate; waits again; and ends it. Its children go the same way.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Duration patience = target.shutdownTimeout();
        tree.refreshDescendants();
        Thread closing = createDaemon(stdio::close, "tenon-process-close");
        closing.start();
        createDaemon(output::drain, "tenon-process-drain").start();
        if (!awaitWithin(
                patience, millis -> awaitThread(closing, millis) && process.waitFor(millis, TimeUnit.MILLISECONDS))) {
            LOG.debug("{} has not ended with its input: terminating it", tree);
        }
        terminateTree();
        awaitWithin(FINAL_OUTPUT_TIMEOUT, millis -> awaitThread(errorReader, millis));
        notifyClose();
    }

    /** Ends what is left of the process and its children. */
    private void terminateTree() {
        if (tree.isAlive()) {
            tree.terminate();
            if (!tree.awaitExit(target.shutdownTimeout())) {
                tree.kill();
                if (!tree.awaitExitUninterruptibly(FINAL_OUTPUT_TIMEOUT)) {
                    LOG.warn("{} of {} does not end", tree, target.label());
                }
            }
        }
        ProcessRegistry.unregister(tree);
    }

    /** Remembers children while the process lives, and then sees to its end. */
    private void watchProcess() {
        try {
            long pause = MIN_SCAN_SECONDS;
            while (!process.waitFor(pause, TimeUnit.SECONDS)) {
                tree.refreshDescendants();
                pause = Math.min(2 * pause, MAX_SCAN_SECONDS);
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
     * Whoever reads is given the time to read all there is; then only a child of the process can hold the output open.
     */
    private void awaitLastMessages() throws InterruptedException {
        while (!closed.get() && !hasNotifiedClose() && !output.isReaderWaitingFor(FINAL_OUTPUT_TIMEOUT)) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    private boolean hasNotifiedClose() {
        GuardedReceiver told = delivery;
        return told != null && told.isClosed();
    }

    private void notifyClose() {
        GuardedReceiver told = delivery;
        if (told != null) {
            told.onClosed();
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

    /** Something that is waited for. */
    @FunctionalInterface
    private interface TimedWait {
        boolean await(long millis) throws InterruptedException;
    }
}
