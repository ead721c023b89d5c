package dev.tenon.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that end together: the last one that was started ends first. */
final class Processes implements AutoCloseable {
    /** Ends a process. */
    @FunctionalInterface
    private interface End {
        void now() throws IOException;
    }

    private final List<End> ends = new ArrayList<>();

    /** Adds one that serves over HTTP. */
    ServerProcess add(ServerProcess server) {
        ends.add(0, server::close);
        return server;
    }

    /** Adds one on standard input and output. */
    Called add(Called server) {
        ends.add(0, server::close);
        return server;
    }

    @Override
    public void close() throws IOException {
        for (End end : ends) {
            end.now();
        }
    }
}
