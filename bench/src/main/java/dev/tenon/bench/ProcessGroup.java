package dev.tenon.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that end together: the last one that was started ends first. */
final class ProcessGroup implements AutoCloseable {
    /** Ends a process. */
    @FunctionalInterface
    private interface ProcessCloser {
        void close() throws IOException;
    }

    private final List<ProcessCloser> ends = new ArrayList<>();

    /** Adds one that serves over HTTP. */
    HttpServerProcess add(HttpServerProcess server) {
        ends.add(0, server::close);
        return server;
    }

    /** Adds one on standard input and output. */
    StdioServerProcess add(StdioServerProcess server) {
        ends.add(0, server::close);
        return server;
    }

    @Override
    public void close() throws IOException {
        for (ProcessCloser end : ends) {
            end.close();
        }
    }
}
