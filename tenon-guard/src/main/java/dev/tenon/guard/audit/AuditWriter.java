package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines on a thread of its own, which nothing interrupts: an interrupt closes the channel that a thread writes to. What came
 * while it wrote is written together.
 */
final class AuditWriter {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final ExecutionContext CONTEXT = ExecutionContext.nonBlocking("audit");
    private static final int MAX_BATCH = 256;
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_MILLIS = 10_000;

    private final AuditSettings settings;
    private final AuditChain chain;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock") private final Queue<AuditLine> waiting = new ArrayDeque<>();

    @GuardedBy("lock") private boolean closed;

    private final int places;
    private final List<CallRecord> unwritten = new ArrayList<>();
    private volatile CallJournal journal;
    private volatile boolean failing;
    private long lost;

    private AuditWriter(AuditSettings settings, AuditChain chain, int places) throws IOException {
        this.settings = settings;
        this.chain = chain;
        this.places = places;
        this.journal = CallJournal.open(chain.files().calls(), places);
        this.thread = new Thread(this::run, "tenon-audit");
        thread.setDaemon(true);
    }

    /**
     * Writes to this chain until it is closed. First says that it was opened, and which calls were under way when the guard before
     * ended.
     *
     * @param places how many calls may be under way
     */
    static AuditWriter start(AuditSettings settings, AuditChain chain, int places) throws IOException {
        AuditWriter writer = new AuditWriter(settings, chain, places);
        try {
            writer.begin();
        } catch (IOException | RuntimeException e) {
            writer.journal.close();
            throw e;
        }
        writer.thread.start();
        return writer;
    }

    private void begin() throws IOException {
        List<AuditLine> first = new ArrayList<>();
        first.add(chain.opened());
        journal.unwritten(chain.last().sequence()).forEach(call -> first.add(call.line()));
        for (int written = 0; written < first.size(); ) {
            written += append(first.subList(written, first.size()));
        }
    }

    /** Notes a call before it goes on; null when there is no place for it. */
    @Nullable CallRecord begin(Json call) {
        return journal.begin(call);
    }

    /** Whether the file could not be written the last time. */
    boolean isFailing() {
        return failing;
    }

    /** Writes a line soon, and then says so, on the thread that writes. */
    void put(AuditLine line) {
        lock.lock();
        try {
            if (!closed) {
                waiting.add(line);
                changed.signal();
                return;
            }
        } finally {
            lock.unlock();
        }
        line.done().accept(new AuditException("The audit file " + settings.file() + " is closed"));
    }

    /** Writes what waits, then closes the files. Returns when that is done, or after 10 s. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        for (long left = CLOSE_MILLIS; thread.isAlive() && left > 0; ) {
            try {
                thread.join(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        if (thread.isAlive()) {
            LOG.warn("The audit file is still being written: file={}, waited={} ms", settings.file(), CLOSE_MILLIS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (chain) {
            for (List<AuditLine> batch = next(); batch != null; batch = next()) {
                write(batch);
            }
            journal.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} was not closed well: {}", settings.file(), e.toString());
        }
    }

    /** What is to be written next: nothing after a second; null when all is written and this is closed. */
    private @Nullable List<AuditLine> next() {
        lock.lock();
        try {
            long left = TICK_NANOS;
            while (waiting.isEmpty() && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (waiting.isEmpty() && closed) {
                return null;
            }
            List<AuditLine> batch = new ArrayList<>();
            while (!waiting.isEmpty() && batch.size() < MAX_BATCH) {
                batch.add(waiting.remove());
            }
            return batch;
        } catch (InterruptedException e) {
            throw new IllegalStateException("The thread of the audit was interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    private void write(List<AuditLine> batch) {
        int written = 0;
        Throwable problem = null;
        try {
            chain.look();
            if (batch.isEmpty()) {
                lookAround();
            }
            resume();
            while (written < batch.size()) {
                written += append(batch.subList(written, batch.size()));
            }
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
            failed(e);
        }
        for (AuditLine line : batch.subList(written, batch.size())) {
            keep(line.call());
        }
        for (int i = 0; i < batch.size(); i++) {
            tell(batch.get(i), i < written ? null : problem);
        }
    }

    /** Puts lines behind the last one, as many as go at once; their calls are no longer under way. */
    private int append(List<AuditLine> lines) throws IOException {
        int count = chain.append(lines);
        for (AuditLine line : lines.subList(0, count)) {
            if (line.call() != null) {
                line.call().release();
            }
        }
        return count;
    }

    /** A call whose line could not be written keeps its place until it has one. */
    private void keep(@Nullable CallRecord call) {
        if (call == null) {
            lost++;
        } else {
            call.fail(settings.mustWrite());
            unwritten.add(call);
        }
    }

    /** What is looked at once a second, and not for each line. */
    private void lookAround() throws IOException {
        chain.lookAtHead();
        if (!journal.isInPlace()) {
            // The one before stays open for the calls that are noted in it, but without a name.
            Files.deleteIfExists(chain.files().calls());
            journal = CallJournal.open(chain.files().calls(), places);
            chain.report("callsRemoved");
        }
    }

    private void tell(AuditLine line, @Nullable Throwable problem) {
        try {
            boolean mayGoOn = problem == null || !settings.mustWrite();
            AuditException told = mayGoOn
                    ? null
                    : new AuditException("The audit file " + settings.file() + " cannot be written", problem);
            CONTEXT.run(() -> line.done().accept(told));
        } catch (RuntimeException | Error e) {
            LOG.error("A call could not be answered after it was audited", e);
        }
    }

    /** After a failure, first says that there was one, which calls have no line of their own, and how many more there were. */
    private void resume() throws IOException {
        if (!failing) {
            return;
        }
        long missing = lost;
        append(List.of(AuditLine.event("resumed", out -> out.field("lost", (Number) missing))));
        lost = 0;
        LOG.warn(
                "The audit file {} can be written again: unwritten={}, lost={}",
                settings.file(),
                unwritten.size(),
                missing);
        while (!unwritten.isEmpty()) {
            List<AuditLine> lines =
                    unwritten.stream().limit(MAX_BATCH).map(CallRecord::line).toList();
            unwritten.subList(0, append(lines)).clear();
        }
        failing = false;
    }

    private void failed(Throwable problem) {
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
