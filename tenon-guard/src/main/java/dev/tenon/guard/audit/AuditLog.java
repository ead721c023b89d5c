package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit file of a running guard. A line is with the operating system before its call is answered: every answered
 * call is in the file, even when the process is killed the next moment. Lines are written on a thread of its own, which
 * nothing interrupts, as an interrupt closes the channel that a thread writes to; those that came meanwhile are written
 * together. Safe for use by many threads.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final ExecutionContext CONTEXT = ExecutionContext.nonBlocking("audit");
    private static final int DEFAULT_CALLS = 1024;
    private static final int MAX_BATCH = 256;
    private static final long CLOSE_SECONDS = 10;
    private static final PendingAuditLine END = PendingAuditLine.ofEvent("end", null, out -> {});

    private final AuditSettings settings;
    private final AuditChain chain;
    private final BlockingQueue<PendingAuditLine> waiting = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private boolean closed;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final LongAdder unrecorded = new LongAdder();
    private volatile boolean failing;
    /**
     * Calls that have no line and whose lines could not be written; {@code lost} more were not noted. Of the writing
     * thread.
     */
    private final List<CallRecord> unwritten = new ArrayList<>();

    private long lost;

    private AuditLog(AuditSettings settings, AuditChain chain) {
        this.settings = settings;
        this.chain = chain;
        Thread thread = new Thread(this::run, "tenon-audit");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Opens the file where it ended. A line says so, and what is not as it was left: a torn last line, left behind by a
     * process that was killed while it wrote, which is taken off; lines that were cut off, or changed. Each call that
     * was under way when the guard before was killed gets a line.
     *
     * @throws AuditException when the file cannot be written, its last line is damaged, or another guard writes it
     */
    public static AuditLog open(AuditSettings settings) {
        return open(settings, DEFAULT_CALLS);
    }

    /**
     * Like {@link #open(AuditSettings)}, for up to so many calls under way at once, 1,024 by default; each has 512
     * bytes in the file that notes them. What is beyond is refused, or not noted when calls may go unaudited.
     */
    public static AuditLog open(AuditSettings settings, int calls) {
        try {
            return new AuditLog(settings, AuditChain.open(settings, calls));
        } catch (IOException e) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written: " + e, e);
        }
    }

    /**
     * Notes a call before it goes to the server behind, so that it is known even when the process is killed before it
     * has a line. Does not wait.
     *
     * @param call what is known of it, 501 bytes at most
     * @return what to give to {@link #appendCall(Supplier, CallRecord, Consumer)}; null when it is not noted
     * @throws AuditException when calls must not go unaudited, and it cannot be noted or the file cannot be written
     */
    @Nullable CallRecord recordCall(Json call) {
        if (!isReady()) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written");
        }
        CallRecord record = chain.journal().recordCall(call);
        if (record == null) {
            unrecorded.increment();
            if (settings.mustWrite()) {
                throw new AuditException("More calls are under way than the audit can note: file=" + settings.file()
                        + " (limit: callsInFlight)");
            }
        }
        return record;
    }

    /**
     * Returns how many calls could not be noted since the start, as too many were under way or the file could not be
     * written.
     */
    public long unrecordedCalls() {
        return unrecorded.sum();
    }

    /**
     * Writes an exchange without waiting for that.
     *
     * @param members gives the bytes of an {@link AuditEntry}, on the thread that writes
     * @param call what {@link #recordCall} gave
     * @param done told once, mostly on that thread, and must not wait: null when the call may be answered; else why it
     *     must be answered with an error: the line cannot be written, and calls must not go unaudited
     */
    void appendCall(Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> done) {
        PendingAuditLine line = new PendingAuditLine(members, call, done);
        if (!enqueue(line)) {
            done.accept(new AuditException("The audit file " + settings.file() + " is closed"));
        }
    }

    /** Writes a line of the guard itself, without waiting for that. */
    void appendEvent(String name, Consumer<JsonWriter> members) {
        enqueue(PendingAuditLine.ofEvent(name, null, members));
    }

    private boolean enqueue(PendingAuditLine line) {
        lock.lock();
        try {
            return !closed && waiting.add(line);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether a call may be begun: false while the file cannot be written and calls must not go unaudited. It is tried
     * again once a second. Does not wait.
     */
    public boolean isReady() {
        return !failing || !settings.mustWrite();
    }

    /**
     * Writes what waits and closes the file. Returns when that is done, or after 10 s. Does nothing the second time.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = closed || waiting.add(END);
        } finally {
            lock.unlock();
        }
        ended.copy().completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
        if (!ended.isDone()) {
            LOG.warn("The audit file is still being written: file={}, waited={} s", settings.file(), CLOSE_SECONDS);
        }
    }

    private void run() {
        try (chain) {
            for (boolean isLast = false; !isLast; ) {
                List<PendingAuditLine> batch = new ArrayList<>();
                PendingAuditLine first = waiting.poll(1, TimeUnit.SECONDS);
                if (first != null) {
                    batch.add(first);
                    waiting.drainTo(batch, MAX_BATCH - 1);
                }
                isLast = batch.remove(END);
                write(batch);
            }
        } catch (IOException | InterruptedException e) {
            LOG.warn("The audit file {} was not closed well: {}", settings.file(), e.toString());
        } finally {
            ended.complete(null);
        }
    }

    private void write(List<PendingAuditLine> batch) {
        List<PendingAuditLine> left = new ArrayList<>(batch);
        Throwable problem = null;
        try {
            chain.checkFiles(batch.isEmpty());
            resume();
            chain.append(left);
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
            onWriteFailure(e);
        }
        left.forEach(line -> keepUnwritten(line.call()));
        int written = batch.size() - left.size();
        for (int i = 0; i < batch.size(); i++) {
            notifyWritten(batch.get(i), i < written ? null : problem);
        }
    }

    /** A call whose line could not be written keeps its place until it has one. */
    private void keepUnwritten(@Nullable CallRecord call) {
        if (call == null) {
            lost++;
        } else {
            call.markUnwritten(settings.mustWrite());
            unwritten.add(call);
        }
    }

    private void notifyWritten(PendingAuditLine line, @Nullable Throwable problem) {
        try {
            boolean mayGoOn = problem == null || !settings.mustWrite();
            AuditException told = mayGoOn
                    ? null
                    : new AuditException("The audit file " + settings.file() + " cannot be written", problem);
            CONTEXT.run(() -> line.onWritten().accept(told));
        } catch (RuntimeException | Error e) {
            LOG.error("A call could not be answered after it was audited", e);
        }
    }

    /**
     * After a failure, first says that there was one, which calls have no line of their own, and how many more there
     * were.
     */
    private void resume() throws IOException {
        if (!failing) {
            return;
        }
        long missing = lost;
        chain.appendEvent("resumed", out -> out.field("lost", (Number) missing));
        lost = 0;
        LOG.warn(
                "The audit file {} can be written again: unwritten={}, lost={}",
                settings.file(),
                unwritten.size(),
                missing);
        while (!unwritten.isEmpty()) {
            List<CallRecord> next = unwritten.subList(0, Math.min(MAX_BATCH, unwritten.size()));
            List<PendingAuditLine> lines =
                    new ArrayList<>(next.stream().map(CallRecord::toLine).toList());
            try {
                chain.append(lines);
            } finally {
                next.subList(0, next.size() - lines.size()).clear();
            }
        }
        failing = false;
    }

    private void onWriteFailure(Throwable problem) {
        if (!failing) {
            LOG.error(
                    "The audit file {} cannot be written, calls {}: {}",
                    settings.file(),
                    settings.mustWrite() ? "are refused" : "go unaudited",
                    problem.toString());
        }
        failing = true;
    }
}
