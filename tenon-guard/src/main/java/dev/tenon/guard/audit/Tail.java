package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The end of an audit file.
 *
 * @param whole how many bytes are whole lines
 * @param torn how many bytes come behind the last whole line: one that was being written when the process died
 * @param last the last whole line, or null when there is none
 */
record Tail(long whole, long torn, @Nullable ChainEntry last) {
    private static final int CHUNK = 64 << 10;

    /**
     * Reads it.
     *
     * @throws AuditException when the last whole line is none of an audit file
     */
    static Tail of(FileChannel channel, Path file) throws IOException {
        long size = channel.size();
        long end = lineEndBefore(channel, size);
        if (end < 0) {
            return new Tail(0, size, null);
        }
        long start = lineEndBefore(channel, end) + 1;
        if (end - start > ChainEntry.MOST_BYTES) {
            throw damaged(file);
        }
        ChainEntry last = ChainEntry.of(read(channel, start, (int) (end - start)));
        if (last == null) {
            throw damaged(file);
        }
        return new Tail(end + 1, size - end - 1, last);
    }

    /** The first line of a file that has one. */
    static @Nullable ChainEntry first(FileChannel channel) throws IOException {
        byte[] start = read(channel, 0, (int) Math.min(channel.size(), ChainEntry.MOST_BYTES));
        for (int i = 0; i < start.length; i++) {
            if (start[i] == '\n') {
                return ChainEntry.of(java.util.Arrays.copyOf(start, i));
            }
        }
        return null;
    }

    /** Where the last line end before this place is, or -1. */
    private static long lineEndBefore(FileChannel channel, long place) throws IOException {
        for (long end = place; end > 0; ) {
            int length = (int) Math.min(CHUNK, end);
            byte[] chunk = read(channel, end - length, length);
            for (int i = length - 1; i >= 0; i--) {
                if (chunk[i] == '\n') {
                    return end - length + i;
                }
            }
            end -= length;
        }
        return -1;
    }

    private static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = channel.read(bytes, from + bytes.position());
        }
        return bytes.array();
    }

    private static AuditException damaged(Path file) {
        return new AuditException(
                "The last line of the audit file " + file
                        + " is damaged, so that nothing can be chained to it. Verify the file, keep it, and move it away to begin anew.");
    }
}
