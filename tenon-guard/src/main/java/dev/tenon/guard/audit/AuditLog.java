package dev.tenon.guard.audit;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The audit file of a running guard. A line is with the operating system before its call is answered: every answered call is in the
 * file, even when the process is killed the next moment. Lines are written on one thread, those that came meanwhile together. Safe
 * for use by many threads.
 */
public final class AuditLog implements AutoCloseable {
    private static final int USUAL_CALLS = 1024;

    private final AuditSettings settings;
    private final AuditWriter writer;
    private final LongAdder notNoted = new LongAdder();

    private AuditLog(AuditSettings settings, AuditWriter writer) {
        this.settings = settings;
        this.writer = writer;
    }

    /**
     * Opens the file where it ended. A line says so, and what is not as it was left: a torn last line, left behind by a process that
     * was killed while it wrote, which is taken off; lines that were cut off, or changed. Each call that was under way when the guard
     * before was killed gets a line.
     *
     * @throws AuditException when the file cannot be written, its last line is damaged, or another guard writes it
     */
    public static AuditLog open(AuditSettings settings) {
        return open(settings, USUAL_CALLS);
    }

    /**
     * Like {@link #open(AuditSettings)}, for up to so many calls under way at once, 1,024 by default; each has 512 bytes in the file
     * that notes them. What is beyond is refused, or not noted when calls may go unaudited.
     */
    public static AuditLog open(AuditSettings settings, int calls) {
        try {
            AuditChain chain = AuditChain.open(settings);
            try {
                return new AuditLog(settings, AuditWriter.start(settings, chain, calls));
            } catch (IOException | RuntimeException e) {
                chain.close();
                throw e;
            }
        } catch (IOException e) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written: " + e, e);
        }
    }

    /**
     * Notes a call before it goes to the server behind, so that it is known even when the process is killed before it has a line. Does
     * not wait.
     *
     * @param call what is known of it, 501 bytes at most
     * @return what to give to {@link #append(Supplier, CallRecord, Consumer)}; null when it is not noted
     * @throws AuditException when calls must not go unaudited, and it cannot be noted or the file cannot be written
     */
    @Nullable CallRecord begin(Json call) {
        if (!ready()) {
            throw new AuditException("The audit file " + settings.file() + " cannot be written");
        }
        CallRecord record = writer.begin(call);
        if (record == null) {
            notNoted.increment();
        }
        if (record == null && settings.mustWrite()) {
            throw new AuditException("More calls are under way than the audit can note: file=" + settings.file()
                    + " (limit: callsInFlight)");
        }
        return record;
    }

    /** Returns how many calls could not be noted since the start, as too many were under way or the file could not be written. */
    public long callsNotNoted() {
        return notNoted.sum();
    }

    /**
     * Writes an exchange, and waits for that, whatever interrupts.
     *
     * @throws AuditException when it cannot be written and calls must not go unaudited: the caller answers with an error then
     */
    public void append(AuditEntry entry) {
        ExecutionContext.checkCanBlock("write a line of the audit");
        CompletableFuture<@Nullable AuditException> written = new CompletableFuture<>();
        append(entry::toBytes, null, written::complete);
        AuditException problem = written.join();
        if (problem != null) {
            throw new AuditException(String.valueOf(problem.getMessage()), problem);
        }
    }

    /**
     * Writes an exchange without waiting for that.
     *
     * @param members gives the bytes of an {@link AuditEntry}, on the thread that writes
     * @param call what {@link #begin} gave
     * @param done told once, mostly on that thread, and must not wait: null when the call may be answered, or what
     *     {@link #append(AuditEntry)} throws
     */
    void append(Supplier<byte[]> members, @Nullable CallRecord call, Consumer<@Nullable AuditException> done) {
        writer.put(new AuditLine(members, call, done));
    }

    /** Writes a line of the guard itself, without waiting for that. */
    void event(String name, Consumer<JsonWriter> members) {
        writer.put(AuditLine.event(name, members));
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
