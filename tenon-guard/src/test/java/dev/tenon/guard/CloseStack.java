package dev.tenon.guard;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what a test has opened, the last one first. */
final class CloseStack implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    @Override
    public void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
