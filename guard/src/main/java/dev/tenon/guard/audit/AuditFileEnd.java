package dev.tenon.guard.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The end of an audit file.
 *
 * @param completeBytes the number of bytes of complete lines; 0 for a compressed file
 * @param tornBytes the number of bytes after the last complete line, left by a process that died while writing
 * @param last the last complete line; null if it is missing or not an audit line
 */
record AuditFileEnd(
        long completeBytes, long tornBytes, @Nullable ChainEntry last) {
    private static final int CHUNK = 64 << 10;

    /** Reads the end of a file; that of an empty file if it does not exist. */
    static AuditFileEnd readFrom(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new AuditFileEnd(0, 0, null);
        }
        if (file.toString().endsWith(".gz")) {
            return new AuditFileEnd(0, 0, AuditLineReader.readLast(file, Long.MAX_VALUE));
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long size = in.length();
            long end = lineEndBefore(in, size);
            long start = lineEndBefore(in, end) + 1;
            boolean isLine = end >= 0 && end - start <= ChainEntry.MAX_BYTES;
            ChainEntry last = isLine ? ChainEntry.parse(read(in, start, end)) : null;
            return new AuditFileEnd(end + 1, size - end - 1, last);
        }
    }

    /** Returns the offset of the last line break before an offset, or -1. */
    private static long lineEndBefore(RandomAccessFile in, long offset) throws IOException {
        for (long end = offset; end > 0; end -= CHUNK) {
            long start = Math.max(0, end - CHUNK);
            byte[] chunk = read(in, start, end);
            for (int i = chunk.length - 1; i >= 0; i--) {
                if (chunk[i] == '\n') {
                    return start + i;
                }
            }
        }
        return -1;
    }

    private static byte[] read(RandomAccessFile in, long from, long to) throws IOException {
        byte[] bytes = new byte[(int) (to - from)];
        in.seek(from);
        in.readFully(bytes);
        return bytes;
    }
}
