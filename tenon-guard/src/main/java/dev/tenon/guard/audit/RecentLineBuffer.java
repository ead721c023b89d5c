package dev.tenon.guard.audit;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The lines that were written last, 4 MiB at most. Logrotate's {@code copytruncate} loses those that are written
 * between its copy and its cut: they are written again then. One thread at a time.
 */
final class RecentLineBuffer {
    private static final int MAX_BYTES = 4 << 20;

    /** A line without its end. */
    record ChainedLine(ChainEntry entry, byte[] bytes) {}

    private final Deque<ChainedLine> lines = new ArrayDeque<>();
    private long size;

    void add(ChainedLine line) {
        lines.add(line);
        size += line.bytes().length;
        while (size > MAX_BYTES) {
            size -= lines.remove().bytes().length;
        }
    }

    /** The lines after this one, or all, with their ends. */
    byte[] bytesAfter(@Nullable ChainEntry entry) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ChainedLine line : lines) {
            if (entry == null || line.entry().sequence() > entry.sequence()) {
                out.writeBytes(line.bytes());
                out.write('\n');
            }
        }
        return out.toByteArray();
    }
}
