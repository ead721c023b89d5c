package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import java.io.IOException;
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
    private static final ExecutionContext CONTEXT = ExecutionContext.nonBlocking("audit", Runnable::run);
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

    private volatile boolean failing;
    private long lost;

    private AuditWriter(AuditSettings settings, AuditChain chain) {
        this.settings = settings;
        this.chain = chain;
        this.thread = new Thread(this::run, "tenon-audit");
        thread.setDaemon(true);
    }

    /** Writes to this chain until it is closed. */
    static AuditWriter start(AuditSettings settings, AuditChain chain) {
        AuditWriter writer = new AuditWriter(settings, chain);
        writer.thread.start();
        return writer;
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
                if (!batch.isEmpty() || failing) {
                    write(batch);
                }
            }
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
            resume();
            while (written < batch.size()) {
                written += chain.append(batch.subList(written, batch.size()));
            }
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
            lost += batch.size() - written;
            failed(e);
        }
        for (int i = 0; i < batch.size(); i++) {
            tell(batch.get(i), i < written ? null : problem);
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

    /** After a failure, first says that there was one and how many lines are missing. */
    private void resume() throws IOException {
        if (failing) {
            long missing = lost;
            chain.append(List.of(AuditLine.event("resumed", out -> out.field("lost", (Number) missing))));
            LOG.warn("The audit file {} can be written again; {} lines are missing", settings.file(), missing);
            failing = false;
            lost = 0;
        }
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
