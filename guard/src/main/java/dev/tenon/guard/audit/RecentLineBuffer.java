package dev.tenon.guard.audit;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Buffers the last written lines, at most 4 MiB. Logrotate's {@code copytruncate} loses lines written between copying
 * and truncating; they are then written again. Confined to one thread at a time.
 */
final class RecentLineBuffer {
    private static final int MAX_BYTES = 4 << 20;

    /** A line without its line break. */
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

    /** Returns the lines after this one, or all, with line breaks. */
    byte[] bytesAfterOrAll(@Nullable ChainEntry entry) {
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
