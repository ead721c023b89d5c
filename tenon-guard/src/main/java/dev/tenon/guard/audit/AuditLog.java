package dev.tenon.guard.audit;

import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit file of a running guard. A line is with the operating system before {@link #append} returns: whoever answers a call
 * only after that has every answered call in the file, even when the process is killed the next moment. Safe for use by many
 * threads.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final AuditSettings settings;
    private final AuditChain chain;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean failing;
    private long lost;
    private long triedAt;

    private AuditLog(AuditSettings settings, AuditChain chain) {
        this.settings = settings;
        this.chain = chain;
    }

    /**
     * Opens the file where it ended. A torn last line, left behind by a process that was killed while it wrote, is taken off, and
     * a line says so.
     *
     * @throws AuditException when the file cannot be written, its last line is damaged, or another guard writes it
     */
    public static AuditLog open(AuditSettings settings) {
        try {
            AuditChain chain = AuditChain.open(settings);
            AuditLog log = new AuditLog(settings, chain);
            long torn = chain.torn();
            chain.append(
                    torn == 0
                            ? event("opened")
                            : event("opened").andThen(out -> out.field("tornBytes", (Number) torn)));
            return log;
        } catch (IOException e) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static Consumer<JsonWriter> event(String name) {
        return out -> out.field("time", Instant.now().toString()).field("event", name);
    }

    /**
     * Writes an exchange.
     *
     * @throws AuditException when it cannot be written and calls must not go unaudited: the caller answers with an error then
     */
    public void append(AuditEntry entry) {
        lock.lock();
        try {
            resume();
            chain.append(entry::members);
        } catch (IOException e) {
            lost++;
            failed(e);
            if (settings.mustWrite()) {
                throw new AuditException("The audit file " + settings.file() + " cannot be written", e);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether it could be written the last time: then nobody waits for {@link #ready}. */
    boolean isSound() {
        return !failing;
    }

    /**
     * Whether a call may be begun: false while the file cannot be written and calls must not go unaudited. It is tried again
     * once a second.
     */
    public boolean ready() {
        if (!failing) {
            return true;
        }
        lock.lock();
        try {
            if (failing && System.nanoTime() - triedAt >= BETWEEN_TRIES.toNanos()) {
                resume();
            }
        } catch (IOException e) {
            failed(e);
        } finally {
            lock.unlock();
        }
        return !failing || !settings.mustWrite();
    }

    /** After a failure, first says that there was one and how many lines are missing. */
    private void resume() throws IOException {
        if (failing) {
            chain.append(event("resumed").andThen(out -> out.field("lost", (Number) lost)));
            LOG.warn("The audit file {} can be written again; {} lines are missing", settings.file(), lost);
            failing = false;
            lost = 0;
        }
    }

    private void failed(IOException problem) {
        triedAt = System.nanoTime();
        if (!failing) {
            LOG.error(
                    "The audit file {} cannot be written, calls {}: {}",
                    settings.file(),
                    settings.mustWrite() ? "are refused" : "go unaudited",
                    problem.getMessage());
        }
        failing = true;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            chain.close();
        } catch (IOException e) {
            LOG.warn("The audit file {} was not closed well: {}", settings.file(), e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
