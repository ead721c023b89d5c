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
 * The file of the calls that were begun and have no line yet, so that a call which the server behind saw is known even
 * when the guard is killed. Each call has a place of 512 bytes, all of which are allocated at the start: to note a call
 * copies some 200 bytes into the memory of the operating system. A place says which line its call gets before the line
 * is written: once that line is in the chain, the place is free. Safe for use by many threads.
 */
final class CallJournal implements AutoCloseable {
    /** A call that was begun. */
    private static final byte BEGUN = 1;
    /** A call whose line could not be written. */
    private static final byte UNWRITTEN = 2;
    /** A call whose line could not be written, and whose answer was withheld for that. */
    private static final byte WITHHELD = 3;

    private static final int SLOT_BYTES = 512;
    private static final int LENGTH = 9;
    private static final int TEXT_OFFSET = 11;
    /** The largest text of a call, in bytes. */
    static final int MAX_BYTES = SLOT_BYTES - TEXT_OFFSET;

    private final Path file;
    private final @Nullable Object key;
    private final int places;
    private final List<CallRecord> unfinished = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** Writes the places; unlike a channel, it is not closed when a thread is interrupted that does. */
    @GuardedBy("lock") private final RandomAccessFile out;

    @GuardedBy("lock") private final BitSet taken = new BitSet();
    /** For the thread that writes lines, which nothing interrupts. */
    private final FileChannel channel;

    private CallJournal(Path file, RandomAccessFile out, long lastSequence) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        this.file = file;
        this.key = AuditFile.key(file);
        this.places = bytes.length / SLOT_BYTES;
        this.out = out;
        this.channel = out.getChannel();
        findUnwritten(bytes, lastSequence).forEach((place, call) -> {
            taken.set(place);
            unfinished.add(new CallRecord(place, call, bytes[place * SLOT_BYTES]));
        });
    }

    /**
     * Opens the file.
     *
     * @param places how many calls may be under way at least
     * @param lastSequence the number of the last line, which tells which calls in the file have one
     */
    static CallJournal open(Path file, int places, long lastSequence) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, OwnerOnlyPermissions.fileAttributes());
        }
        RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
        try {
            out.seek(out.length());
            out.write(new byte[(int) Math.max(0, (long) places * SLOT_BYTES - out.length())]);
            return new CallJournal(file, out, lastSequence);
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    /** Returns the calls that had no line when the file was opened. */
    List<CallRecord> unfinished() {
        return unfinished;
    }

    /** Whether the file is still where it was, and whole. */
    boolean isInPlace() throws IOException {
        return AuditFile.size(file, key) >= (long) places * SLOT_BYTES;
    }

    /** Notes a call; null when every place is taken, or it cannot be written. */
    @Nullable CallRecord recordCall(Json call) {
        byte[] text = call.toBytes();
        byte[] bytes = new byte[TEXT_OFFSET + text.length];
        ByteBuffer.wrap(bytes)
                .put(BEGUN)
                .putLong(0)
                .putShort((short) text.length)
                .put(text);
        lock.lock();
        try {
            int place = taken.nextClearBit(0);
            if (place >= places) {
                return null;
            }
            out.seek((long) place * SLOT_BYTES);
            out.write(bytes);
            taken.set(place);
            return new CallRecord(place, call, BEGUN);
        } catch (IOException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The calls in the bytes of a file that have no line, by their places. Lines of a chain that was removed count as
     * theirs.
     */
    static Map<Integer, Json> findUnwritten(byte[] file, long lastSequence) {
        Map<Integer, Json> calls = new TreeMap<>();
        for (int place = 0; place < file.length / SLOT_BYTES; place++) {
            ByteBuffer bytes = ByteBuffer.wrap(file, place * SLOT_BYTES, SLOT_BYTES);
            byte state = bytes.get();
            long assigned = bytes.getLong();
            int length = Math.max(0, Math.min(MAX_BYTES, bytes.getShort()));
            boolean hasLine = assigned > 0 && (assigned <= lastSequence || lastSequence == 0);
            if (state >= BEGUN && state <= WITHHELD && !hasLine) {
                calls.put(place, parseCall(new String(file, bytes.position(), length, StandardCharsets.UTF_8)));
            }
        }
        return calls;
    }

    private static Json parseCall(String text) {
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

    /** One place, taken by a call that was begun and is not in the audit file yet. */
    final class CallRecord {
        private final int place;
        private final Json call;
        private volatile byte state;

        private CallRecord(int place, Json call, byte state) {
            this.place = place;
            this.call = call;
            this.state = state;
        }

        /**
         * Its line is about to be written, and will be this one, or there is none, for 0: after a kill that tells
         * whether it was. For the thread that writes lines.
         */
        void assignSequence(long sequence) throws IOException {
            ByteBuffer bytes =
                    ByteBuffer.allocate(LENGTH).put(state).putLong(sequence).flip();
            channel.write(bytes, (long) place * SLOT_BYTES);
        }

        /** Its line could not be written, and its answer was withheld for that, or not. */
        void markUnwritten(boolean withheld) {
            state = withheld ? WITHHELD : UNWRITTEN;
            try {
                assignSequence(0);
            } catch (IOException e) {
                // The place says which line the call has: that is enough, unless the guard is killed now.
            }
        }

        /** Its line is written: there is room for another call. */
        void release() {
            lock.lock();
            try {
                taken.clear(place);
            } finally {
                lock.unlock();
            }
        }

        /** The line for a call that ended without one. */
        PendingAuditLine toLine() {
            String event = state == BEGUN ? "interrupted" : "unwritten";
            Boolean withheld = state == WITHHELD ? true : null;
            return PendingAuditLine.ofEvent(
                    event, this, out -> out.field("call", call).field("withheld", withheld));
        }
    }
}
