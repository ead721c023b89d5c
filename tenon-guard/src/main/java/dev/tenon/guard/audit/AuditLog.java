package dev.tenon.guard.audit;

import dev.tenon.concurrent.ExecutionContext;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The audit file of a running guard. A line is with the operating system before its call is answered: every answered call is in the
 * file, even when the process is killed the next moment. Lines are written on one thread, those that came meanwhile together. Safe
 * for use by many threads.
 */
public final class AuditLog implements AutoCloseable {
    private final AuditSettings settings;
    private final AuditWriter writer;

    private AuditLog(AuditSettings settings, AuditWriter writer) {
        this.settings = settings;
        this.writer = writer;
    }

    /**
     * Opens the file where it ended. A torn last line, left behind by a process that was killed while it wrote, is taken off, and
     * a line says so.
     *
     * @throws AuditException when the file cannot be written, its last line is damaged, or another guard writes it
     */
    public static AuditLog open(AuditSettings settings) {
        try {
            return new AuditLog(settings, AuditWriter.start(settings, AuditChain.open(settings)));
        } catch (IOException e) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Writes an exchange, and waits for that, whatever interrupts.
     *
     * @throws AuditException when it cannot be written and calls must not go unaudited: the caller answers with an error then
     */
    public void append(AuditEntry entry) {
        ExecutionContext.checkCanBlock("write a line of the audit");
        CompletableFuture<@Nullable AuditException> written = new CompletableFuture<>();
        append(entry::toBytes, written::complete);
        AuditException problem = written.join();
        if (problem != null) {
            throw new AuditException(String.valueOf(problem.getMessage()), problem);
        }
    }

    /**
     * Writes an exchange without waiting for that.
     *
     * @param members gives the bytes of an {@link AuditEntry}, on the thread that writes
     * @param done told once, mostly on that thread, and must not wait: null when the call may be answered, or what
     *     {@link #append(AuditEntry)} throws
     */
    void append(Supplier<byte[]> members, Consumer<@Nullable AuditException> done) {
        writer.put(new AuditLine(members, done));
    }

    /**
     * Whether a call may be begun: false while the file cannot be written and calls must not go unaudited. It is tried again
     * once a second. Does not wait.
     */
    public boolean ready() {
        return !writer.isFailing() || !settings.mustWrite();
    }

    /** Writes what waits and closes the file. Does nothing the second time. */
    @Override
    public void close() {
        writer.close();
    }
}
