package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The end of an audit file.
 *
 * @param whole how many bytes are whole lines
 * @param torn how many bytes come behind the last whole line: one that was being written when the process died
 * @param last the last whole line; null when there is none, or it is none of an audit
 * @param isDamaged whether the last whole line is none of an audit
 */
record Tail(long whole, long torn, @Nullable ChainEntry last, boolean isDamaged) {
    private static final int CHUNK = 64 << 10;

    /** Reads it; that of an empty file where there is none. */
    static Tail of(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new Tail(0, 0, null, false);
        }
        if (file.toString().endsWith(".gz")) {
            return new Tail(0, 0, AuditLines.last(file, Long.MAX_VALUE), false);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return of(channel);
        }
    }

    private static Tail of(FileChannel channel) throws IOException {
        long size = channel.size();
        long end = lineEndBefore(channel, size);
        if (end < 0) {
            return new Tail(0, size, null, false);
        }
        long start = lineEndBefore(channel, end) + 1;
        ChainEntry last =
                end - start > ChainEntry.MOST_BYTES ? null : ChainEntry.of(read(channel, start, (int) (end - start)));
        return new Tail(end + 1, size - end - 1, last, last == null);
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
}
