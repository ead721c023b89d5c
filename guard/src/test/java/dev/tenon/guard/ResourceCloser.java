package dev.tenon.guard;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes the resources of a test in reverse order. */
final class ResourceCloser implements AutoCloseable {
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        resources.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        while (!resources.isEmpty()) {
            resources.pop().close();
        }
    }
}
