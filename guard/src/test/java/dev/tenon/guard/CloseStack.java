package dev.tenon.guard;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes the resources of a test in reverse order. */
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
