package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
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
 * The audit file of a running guard. A line is handed to the operating system before its call gets a response, so every
 * call with a response is in the file even if the process is killed afterwards. A dedicated thread writes the lines in
 * batches. Nothing interrupts it, because an interrupt closes the channel of the writing thread. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final ThreadBlockingContext CONTEXT = ThreadBlockingContext.nonBlocking("audit");
    private static final int DEFAULT_CALLS = 1024;
    private static final int MAX_BATCH = 256;
    private static final long CLOSE_SECONDS = 10;
    private static final PendingAuditLine END = PendingAuditLine.ofEvent("end", null, out -> {});

    private final AuditSettings settings;
    private final Path file;
    private final AuditChain chain;
    private final BlockingQueue<PendingAuditLine> queue = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private boolean closed;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final LongAdder unrecorded = new LongAdder();
    private volatile boolean failing;
    /** Calls whose lines could not be written; {@code lost} more were not recorded. Confined to the writer thread. */
    private final List<CallRecord> unwritten = new ArrayList<>();

    private long lost;

    private AuditLog(AuditSettings settings, AuditChain chain) {
        this.settings = settings;
        this.file = settings.file();
        this.chain = chain;
        HandlerExecutors.newDaemonThread(this::writeLoop, "tenon-audit").start();
    }

    /**
     * Opens the file at its end, and appends a line about the opening. It records irregularities: a partial last line
     * of a killed process, which is removed, and missing or changed lines. Each call that was in progress when the
     * previous guard was killed gets a line.
     *
     * @throws AuditException if the file cannot be written, its last line is damaged, or another guard writes it
     */
    public static AuditLog open(AuditSettings settings) {
        return open(settings, DEFAULT_CALLS);
    }

    /**
     * Like {@link #open(AuditSettings)}, with a limit of calls in progress, by default 1,024. Each takes 512 bytes in
     * the journal file. A call beyond the limit is rejected, or not recorded if {@link AuditSettings#mustWrite()} is
     * false.
     */
    public static AuditLog open(AuditSettings settings, int calls) {
        try {
            return new AuditLog(settings, AuditChain.open(settings, calls));
        } catch (IOException e) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written: " + e, e);
        }
    }

    /**
     * Records a call before it is sent to the upstream server, so that it is known even if the process is killed before
     * its line is written. Does not block.
     *
     * @param call a description of at most 501 bytes
     * @return the record to pass to {@link #appendCall(Supplier, CallRecord, Consumer)}; null if it was not recorded
     * @throws AuditException if calls must be audited, and it cannot be recorded or the file cannot be written
     */
    @Nullable CallRecord recordCallStart(Json call) {
        if (!canStartCalls()) {
            throw new AuditException("The audit file " + file + " cannot be written");
        }
        CallRecord record = chain.pendingCallJournal().recordCall(call);
        if (record == null) {
            unrecorded.increment();
            if (settings.mustWrite()) {
                throw new AuditException(
                        "Too many calls in progress for the audit: file=" + file + " (limit: callsInFlight)");
            }
        }
        return record;
    }

    /**
     * Returns the number of calls that could not be recorded since the start, because too many were in progress or the
     * file could not be written.
     */
    public long unrecordedCalls() {
        return unrecorded.sum();
    }

    /**
     * Appends the line of a call asynchronously.
     *
     * @param members returns the bytes of an {@link AuditEntry}, on the writer thread
     * @param call the record returned by {@link #recordCallStart}
     * @param onWritten called once, usually on the writer thread, and must not block: with null if the response may be
     *     sent; else with the reason why an error must be sent, as the line could not be written and calls must be
     *     audited
     */
    void appendCall(Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> onWritten) {
        if (!tryEnqueue(new PendingAuditLine(members, call, onWritten))) {
            onWritten.accept(new AuditException("The audit file " + file + " is closed"));
        }
    }

    /** Appends an event line of the guard itself asynchronously. Has no effect after the log was closed. */
    void appendEvent(String name, Consumer<JsonWriter> members) {
        tryEnqueue(PendingAuditLine.ofEvent(name, null, members));
    }

    private boolean tryEnqueue(PendingAuditLine line) {
        lock.lock();
        try {
            return !closed && queue.add(line);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns whether calls may start: false while the file cannot be written and calls must be audited. Writing is
     * retried every second. Does not block.
     */
    public boolean canStartCalls() {
        return !failing || !settings.mustWrite();
    }

    /**
     * Writes pending lines and closes the file. Returns when that is done, or after 10 s. A second call has no effect.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = closed || queue.add(END);
        } finally {
            lock.unlock();
        }
        ended.copy().completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
        if (!ended.isDone()) {
            String text = "Audit file is still being written after the close timeout: file={}, timeout={} s";
            LOG.warn(text, file, CLOSE_SECONDS);
        }
    }

    private void writeLoop() {
        try (chain) {
            for (boolean isLast = false; !isLast; ) {
                List<PendingAuditLine> batch = new ArrayList<>();
                PendingAuditLine first = queue.poll(1, TimeUnit.SECONDS);
                if (first != null) {
                    batch.add(first);
                    queue.drainTo(batch, MAX_BATCH - 1);
                }
                isLast = batch.remove(END);
                repairWriteAndNotify(batch);
            }
        } catch (IOException | InterruptedException e) {
            LOG.warn("Could not close the audit file: file={}, cause={}", file, e.toString());
        } finally {
            ended.complete(null);
        }
    }

    /**
     * Repairs the files, resumes after a failure, appends the lines, and notifies their callers. Keeps the calls whose
     * lines could not be written.
     */
    private void repairWriteAndNotify(List<PendingAuditLine> batch) {
        List<PendingAuditLine> pendingLines = new ArrayList<>(batch);
        Throwable problem = null;
        try {
            chain.checkAndRepairFiles(batch.isEmpty());
            resumeAndWriteMissedCalls();
            chain.drainToFiles(pendingLines);
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
            onWriteFailure(e);
        }
        pendingLines.forEach(line -> keepUnwritten(line.call()));
        int written = batch.size() - pendingLines.size();
        for (int i = 0; i < batch.size(); i++) {
            notifyWritten(batch.get(i), i < written ? null : problem);
        }
    }

    /** Keeps the journal slot of a call until its line is written. */
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
            boolean mayRespond = problem == null || !settings.mustWrite();
            AuditException failure =
                    mayRespond ? null : new AuditException("The audit file " + file + " cannot be written", problem);
            CONTEXT.run(() -> line.onWritten().accept(failure));
        } catch (RuntimeException | Error e) {
            LOG.error("Could not send the response of an audited call", e);
        }
    }

    /** After a failure, appends a line about it, the calls without a line, and the number of lost ones. */
    private void resumeAndWriteMissedCalls() throws IOException {
        if (!failing) {
            return;
        }
        long lostCalls = lost;
        chain.appendEvent("resumed", out -> out.fieldUnlessNull("lost", (Number) lostCalls));
        lost = 0;
        LOG.warn("Audit file is writable again: file={}, unwritten={}, lost={}", file, unwritten.size(), lostCalls);
        while (!unwritten.isEmpty()) {
            List<CallRecord> next = unwritten.subList(0, Math.min(MAX_BATCH, unwritten.size()));
            List<PendingAuditLine> lines =
                    new ArrayList<>(next.stream().map(CallRecord::toLine).toList());
            try {
                chain.drainToFiles(lines);
            } finally {
                next.subList(0, next.size() - lines.size()).clear();
            }
        }
        failing = false;
    }

    private void onWriteFailure(Throwable problem) {
        if (!failing) {
            String effect = settings.mustWrite() ? "rejected" : "not audited";
            String cause = problem.toString();
            LOG.error("Could not write the audit file, calls are {}: file={}, cause={}", effect, file, cause);
        }
        failing = true;
    }
}
