package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.guard.internal.file.OwnerOnlyPermissions;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The journal of calls in progress, which have no line yet, so that calls that reached the upstream are known even if
 * the guard is killed. Each call has a slot of 512 bytes, allocated at the start: recording a call copies about 200
 * bytes into the memory of the operating system. A slot contains the sequence number of the call's line before the line
 * is written; once the line is in the chain, the slot is free. Thread-safe.
 */
final class CallJournal implements AutoCloseable {
    /** A call that was started. */
    private static final byte STARTED = 1;
    /** A call whose line could not be written. */
    private static final byte UNWRITTEN = 2;
    /** A call whose line could not be written, and whose response was therefore withheld. */
    private static final byte WITHHELD = 3;

    private static final int SLOT_BYTES = 512;
    private static final int HEADER_BYTES = 9;
    private static final int TEXT_OFFSET = 11;
    /** The maximum size of the description of a call, in bytes. */
    static final int MAX_BYTES = SLOT_BYTES - TEXT_OFFSET;

    private final Path file;
    private final @Nullable Object key;
    private final int slots;
    private final List<CallRecord> unfinished = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** Writes the slots; unlike a channel, it is not closed when the writing thread is interrupted. */
    @GuardedBy("lock") private final RandomAccessFile out;

    @GuardedBy("lock") private final BitSet usedSlots = new BitSet();
    /** Used only by the writer thread, which is never interrupted. */
    private final FileChannel channel;

    private CallJournal(Path file, RandomAccessFile out, long lastSequence) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        this.file = file;
        this.key = AuditFile.fileKey(file);
        this.slots = bytes.length / SLOT_BYTES;
        this.out = out;
        this.channel = out.getChannel();
        findUnwritten(bytes, lastSequence).forEach((slot, call) -> {
            usedSlots.set(slot);
            unfinished.add(new CallRecord(slot, call, bytes[slot * SLOT_BYTES]));
        });
    }

    /**
     * Opens the journal.
     *
     * @param minSlots the minimum number of slots
     * @param lastSequence the sequence number of the last line, which shows which calls have a line
     */
    static CallJournal open(Path file, int minSlots, long lastSequence) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, OwnerOnlyPermissions.fileAttributes());
        }
        RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
        try {
            out.seek(out.length());
            out.write(new byte[(int) Math.max(0, (long) minSlots * SLOT_BYTES - out.length())]);
            return new CallJournal(file, out, lastSequence);
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    /** Returns the calls that had no line when the journal was opened. */
    List<CallRecord> unfinished() {
        return unfinished;
    }

    /** Returns whether the file is still at its path and complete. */
    boolean isInPlace() throws IOException {
        return AuditFile.size(file, key) >= (long) slots * SLOT_BYTES;
    }

    /** Records a call; returns null if all slots are in use or writing fails. */
    @Nullable CallRecord recordCall(Json call) {
        byte[] text = call.toBytes();
        ByteBuffer bytes = ByteBuffer.allocate(TEXT_OFFSET + text.length).put(STARTED);
        bytes.putLong(0).putShort((short) text.length).put(text);
        lock.lock();
        try {
            int slot = usedSlots.nextClearBit(0);
            if (slot >= slots) {
                return null;
            }
            out.seek((long) slot * SLOT_BYTES);
            out.write(bytes.array());
            usedSlots.set(slot);
            return new CallRecord(slot, call, STARTED);
        } catch (IOException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the calls without a line in the content of a journal, by slot. If the chain was removed, assigned lines
     * count as written.
     */
    static Map<Integer, Json> findUnwritten(byte[] file, long lastSequence) {
        Map<Integer, Json> calls = new TreeMap<>();
        for (int slot = 0; slot < file.length / SLOT_BYTES; slot++) {
            ByteBuffer bytes = ByteBuffer.wrap(file, slot * SLOT_BYTES, SLOT_BYTES);
            byte state = bytes.get();
            long sequence = bytes.getLong();
            int length = Math.max(0, Math.min(MAX_BYTES, bytes.getShort()));
            boolean hasLine = sequence > 0 && (sequence <= lastSequence || lastSequence == 0);
            if (state >= STARTED && state <= WITHHELD && !hasLine) {
                calls.put(slot, parseCallOrEmpty(new String(file, bytes.position(), length, StandardCharsets.UTF_8)));
            }
        }
        return calls;
    }

    private static Json parseCallOrEmpty(String text) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return Json.EMPTY_OBJECT;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A slot in use by a call whose line is not in the audit file yet. */
    final class CallRecord {
        private final int slot;
        private final Json call;
        private volatile byte state;

        private CallRecord(int slot, Json call, byte state) {
            this.slot = slot;
            this.call = call;
            this.state = state;
        }

        /**
         * Records the sequence number of the line that is about to be written, or 0 for none: after a kill it shows
         * whether the line was written. For the writer thread.
         */
        void assignSequence(long sequence) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).put(0, state).putLong(1, sequence);
            channel.write(bytes, (long) slot * SLOT_BYTES);
        }

        /** Records that the line could not be written, and whether the response was withheld. */
        void markUnwritten(boolean withheld) {
            state = withheld ? WITHHELD : UNWRITTEN;
            try {
                assignSequence(0);
            } catch (IOException e) {
                // Harmless unless the guard is killed now, as the slot still contains the sequence number.
            }
        }

        /** Releases the slot, as the line is written. */
        void release() {
            lock.lock();
            try {
                usedSlots.clear(slot);
            } finally {
                lock.unlock();
            }
        }

        /** Returns the line of a call that ended without one. */
        PendingAuditLine toLine() {
            String event = state == STARTED ? "interrupted" : "unwritten";
            Boolean withheld = state == WITHHELD ? true : null;
            return PendingAuditLine.ofEvent(
                    event, this, out -> out.fieldUnlessNull("call", call).fieldUnlessNull("withheld", withheld));
        }
    }
}
