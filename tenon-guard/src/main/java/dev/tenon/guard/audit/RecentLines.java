package dev.tenon.guard.audit;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The lines that were written last, 4 MiB at most. Logrotate's {@code copytruncate} loses those that are written between its copy and
 * its cut: they are written again then. One thread at a time.
 */
final class RecentLines {
    private static final int MAX_BYTES = 4 << 20;

    /** A line without its end. */
    record Line(ChainEntry entry, byte[] bytes) {}

    private final Deque<Line> lines = new ArrayDeque<>();
    private long size;

    void add(Line line) {
        lines.add(line);
        size += line.bytes().length;
        while (size > MAX_BYTES) {
            size -= lines.remove().bytes().length;
        }
    }

    /** The lines after this one, or all, with their ends. */
    byte[] after(@Nullable ChainEntry entry) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Line line : lines) {
            if (entry == null || line.entry().sequence() > entry.sequence()) {
                out.writeBytes(line.bytes());
                out.write('\n');
            }
        }
        return out.toByteArray();
    }
}
