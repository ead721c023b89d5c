package dev.tenon.client.internal.link;

import dev.tenon.client.CommandTarget;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.Delivery;
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
 * A server that runs as a child process: messages are lines over its standard input and output (stdio transport). Its standard
 * error is read from the start and means nothing to the protocol.
 *
 * <p>When the process ends the receiver is told so, even if a child of it holds its output open, and its children are ended.
 */
public final class ProcessChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessChannel.class);
    /** How long the last messages of a process that has ended, and its last words, may take to get here. */
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    /** When children are looked for: after a second, then less and less often. */
    private static final long FIRST_LOOK_SECONDS = 1;

    private static final long LAST_LOOK_SECONDS = 64;
    private static final long STEP_MILLIS = 20;

    private final CommandTarget target;
    private final Process process;
    private final ProcessFamily family;
    private final ChildOutput output;
    private final StdioChannel lines;
    private final ErrorLines errors;
    private final Thread errorReader;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Delivery delivery;

    private ProcessChannel(CommandTarget target, Process process, ChannelLimits limits) {
        this.target = target;
        this.process = process;
        this.family = new ProcessFamily(process.toHandle(), target.command().get(0));
        this.output = new ChildOutput(process.getInputStream());
        this.lines = new StdioChannel(output, process.getOutputStream(), limits);
        this.errors = new ErrorLines(process.getErrorStream(), target.errors(), target.redaction());
        this.errorReader = daemon(errors, "tenon-process-errors");
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
        daemon(() -> startAndWatch(target, limits, started), "tenon-process-watch")
                .start();
        try {
            return started.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ConnectionFailedException failed ? failed : e;
        }
    }

    private static void startAndWatch(
            CommandTarget target, ChannelLimits limits, CompletableFuture<ProcessChannel> started) {
        ProcessChannel channel;
        try {
            channel = new ProcessChannel(target, Program.start(target), limits);
            LivingFamilies.add(channel.family);
        } catch (RuntimeException e) {
            started.completeExceptionally(e);
            return;
        }
        channel.errorReader.start();
        started.complete(channel);
        channel.watch();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void open(Receiver receiver) {
        Delivery told = new Delivery(receiver);
        lines.open(told);
        delivery = told;
    }

    @Override
    public void send(byte[] message) {
        lines.send(message);
    }

    @Override
    public void enqueue(byte[] message) {
        lines.enqueue(message);
    }

    @Override
    public void onWritable(Runnable action) {
        lines.onWritable(action);
    }

    @Override
    public boolean trySend(byte[] message) {
        return lines.trySend(message);
    }

    @Override
    public boolean hasRoom() {
        return lines.hasRoom();
    }

    /**
     * How it ended and what it last said on its standard error, as a sentence for a person. While it is not known that the
     * process has ended this waits for that, for half a second.
     */
    public String epitaph() {
        boolean ended = within(LAST_WORDS, millis -> process.waitFor(millis, TimeUnit.MILLISECONDS));
        within(LAST_WORDS, millis -> joined(errorReader, millis));
        String closer = closed.get() ? "This side has closed the connection" : "The server has closed its output";
        String end = ended ? "The server ended with " + exit(process.exitValue()) : closer;
        List<String> last = errors.last();
        return last.isEmpty() ? end : end + "; the last it said: " + String.join(" | ", last);
    }

    private static String exit(int code) {
        // How a shell and Java count the end by a signal, which Windows does not have.
        return code > 128 && code < 160 ? "exit code " + code + " (signal " + (code - 128) + ")" : "exit code " + code;
    }

    /** The id of the process. */
    long pid() {
        return process.pid();
    }

    /**
     * Ends the process: closes its input, after what is queued has been sent; waits as long as the patience of the target;
     * asks it to terminate; waits again; and ends it. Its children go the same way.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Duration patience = target.patience();
        family.remember();
        Thread closing = daemon(lines::close, "tenon-process-close");
        closing.start();
        daemon(output::drain, "tenon-process-drain").start();
        if (!within(patience, millis -> joined(closing, millis) && process.waitFor(millis, TimeUnit.MILLISECONDS))) {
            LOG.debug("{} has not ended with its input: terminating it", family);
        }
        end();
        within(LAST_WORDS, millis -> joined(errorReader, millis));
        told();
    }

    /** Ends what is left of the process and its children. */
    private void end() {
        if (family.isAlive()) {
            family.terminate();
            if (!family.awaitEnd(target.patience())) {
                family.kill();
                if (!family.awaitKilled(LAST_WORDS)) {
                    LOG.warn("{} of {} does not end", family, target.label());
                }
            }
        }
        LivingFamilies.remove(family);
    }

    /** Remembers children while the process lives, and then sees to its end. */
    private void watch() {
        try {
            long pause = FIRST_LOOK_SECONDS;
            while (!process.waitFor(pause, TimeUnit.SECONDS)) {
                family.remember();
                pause = Math.min(2 * pause, LAST_LOOK_SECONDS);
            }
            awaitLastMessages();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        told();
        if (!closed.get()) {
            end();
        }
    }

    /** Whoever reads is given the time to read all there is; then only a child of the process can hold the output open. */
    private void awaitLastMessages() throws InterruptedException {
        while (!closed.get() && !hasTold() && !output.isAwaitedFor(LAST_WORDS)) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    private boolean hasTold() {
        Delivery told = delivery;
        return told != null && told.hasEnded();
    }

    private void told() {
        Delivery told = delivery;
        if (told != null) {
            told.closed();
        }
    }

    private static boolean joined(Thread thread, long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
        return !thread.isAlive();
    }

    private static boolean within(Duration time, Wait wait) {
        try {
            return wait.happened(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Something that is waited for. */
    @FunctionalInterface
    private interface Wait {
        boolean happened(long millis) throws InterruptedException;
    }
}
