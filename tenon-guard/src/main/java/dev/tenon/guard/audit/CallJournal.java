package dev.tenon.guard.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.guard.file.OwnerOnly;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of the calls that were begun and have no line yet, so that a call which the server behind saw is known even when the guard
 * is killed. Each call has a place of 512 bytes, all of which are allocated at the start: to note a call copies some 200 bytes into the
 * memory of the operating system. Unlike a channel, the file is not closed when a thread is interrupted. Safe for use by many threads.
 */
final class CallJournal implements AutoCloseable {
    private static final int PLACE = 512;
    private static final int ASSIGNED = 1;
    private static final int LENGTH = 9;
    private static final int TEXT = 11;
    /** The largest text of a call, in bytes. */
    static final int MAX_BYTES = PLACE - TEXT;

    /** What a place holds. */
    enum State {
        FREE(0),
        /** A call that was begun. */
        BEGUN(1),
        /** A call whose line could not be written. */
        UNWRITTEN(2),
        /** A call whose line could not be written, and whose answer was withheld for that. */
        WITHHELD(3);

        private final byte code;

        State(int code) {
            this.code = (byte) code;
        }
    }

    private final Path file;
    private final @Nullable Object key;
    private final long size;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final RandomAccessFile out;

    @GuardedBy("lock") private final State[] states;

    @GuardedBy("lock") private final int[] free;

    @GuardedBy("lock") private int freeCount;

    private CallJournal(Path file, RandomAccessFile out, ByteBuffer bytes) throws IOException {
        this.file = file;
        this.key = AuditFile.key(file);
        this.size = bytes.capacity();
        this.out = out;
        this.states = new State[bytes.capacity() / PLACE];
        this.free = new int[states.length];
        for (int place = states.length - 1; place >= 0; place--) {
            states[place] = state(bytes, place);
            if (states[place] == State.FREE) {
                free[freeCount++] = place;
            }
        }
    }

    /** Opens the file, with at least so many places. */
    static CallJournal open(Path file, int places) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, OwnerOnly.file());
        }
        RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
        try {
            out.seek(out.length());
            out.write(new byte[(int) Math.max(0, (long) places * PLACE - out.length())]);
            return new CallJournal(file, out, ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    /** Whether the file is still where it was, and whole. */
    boolean isInPlace() throws IOException {
        return AuditFile.isSame(file, key) && Files.size(file) >= size;
    }

    /** Notes a call; null when every place is taken, or it cannot be written. */
    @Nullable CallRecord begin(Json call) {
        byte[] text = call.toBytes();
        byte[] bytes = new byte[TEXT + text.length];
        bytes[0] = State.BEGUN.code;
        ByteBuffer.wrap(bytes).putShort(LENGTH, (short) text.length);
        System.arraycopy(text, 0, bytes, TEXT, text.length);
        lock.lock();
        try {
            if (freeCount == 0) {
                return null;
            }
            int place = free[freeCount - 1];
            write(place, 0, bytes);
            states[place] = State.BEGUN;
            freeCount--;
            return new CallRecord(this, place, call);
        } catch (IOException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Notes which line the call is about to get. */
    void assign(int place, long sequence) throws IOException {
        lock.lock();
        try {
            write(
                    place,
                    ASSIGNED,
                    ByteBuffer.allocate(Long.BYTES).putLong(sequence).array());
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the call has no line, or, when it is {@link State#FREE}, that nothing need be known of it any more. */
    void change(int place, State state) {
        lock.lock();
        try {
            states[place] = state;
            if (state == State.FREE) {
                free[freeCount++] = place;
            }
            byte[] bytes = new byte[LENGTH];
            bytes[0] = state.code;
            write(place, 0, bytes);
        } catch (IOException e) {
            // The place says which line the call has: that is enough, unless the guard is killed now.
        } finally {
            lock.unlock();
        }
    }

    State state(int place) {
        lock.lock();
        try {
            return states[place];
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void write(int place, int at, byte[] bytes) throws IOException {
        out.seek((long) place * PLACE + at);
        out.write(bytes);
    }

    /** The calls in the file that have no line; the last line of the chain tells which have one, and their places are free now. */
    List<CallRecord> unwritten(long lastSequence) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        List<CallRecord> records = new ArrayList<>();
        for (int place = 0; place < bytes.capacity() / PLACE; place++) {
            if (hasNoLine(bytes, place, lastSequence)) {
                records.add(new CallRecord(this, place, text(bytes, place)));
            } else if (state(bytes, place) != State.FREE) {
                change(place, State.FREE);
            }
        }
        return records;
    }

    /** The calls in the bytes of a file that have no line; for code that does not write it. */
    static List<Json> unwritten(byte[] file, long lastSequence) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        List<Json> calls = new ArrayList<>();
        for (int place = 0; place < file.length / PLACE; place++) {
            if (hasNoLine(bytes, place, lastSequence)) {
                calls.add(text(bytes, place));
            }
        }
        return calls;
    }

    private static boolean hasNoLine(ByteBuffer bytes, int place, long lastSequence) {
        long assigned = bytes.getLong(place * PLACE + ASSIGNED);
        return state(bytes, place) != State.FREE && (assigned <= 0 || assigned > lastSequence);
    }

    private static State state(ByteBuffer bytes, int place) {
        byte code = bytes.get(place * PLACE);
        return Arrays.stream(State.values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElse(State.FREE);
    }

    private static Json text(ByteBuffer bytes, int place) {
        byte[] text = new byte[Math.max(0, Math.min(MAX_BYTES, bytes.getShort(place * PLACE + LENGTH)))];
        bytes.get(place * PLACE + TEXT, text);
        try {
            return Json.parse(new String(text, StandardCharsets.UTF_8));
        } catch (JsonException e) {
            return Json.EMPTY_OBJECT;
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            out.close();
        } finally {
            lock.unlock();
        }
    }
}
