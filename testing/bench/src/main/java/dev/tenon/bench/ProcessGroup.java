package dev.tenon.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that are closed together, in reverse order. */
final class ProcessGroup implements AutoCloseable {
    /** Closes a process. */
    @FunctionalInterface
    private interface ProcessCloser {
        void close() throws IOException;
    }

    private final List<ProcessCloser> closers = new ArrayList<>();

    /** Adds an HTTP server. */
    HttpServerProcess add(HttpServerProcess server) {
        closers.add(0, server::close);
        return server;
    }

    /** Adds a server on standard input and output. */
    StdioServerProcess add(StdioServerProcess server) {
        closers.add(0, server::close);
        return server;
    }

    @Override
    public void close() throws IOException {
        for (ProcessCloser closer : closers) {
            closer.close();
        }
    }
}
