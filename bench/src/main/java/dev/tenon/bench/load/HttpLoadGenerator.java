package dev.tenon.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a server on this machine over so many connections at once, each with one call on its way. One thread does it
 * all, and a wrong answer ends it.
 */
public final class HttpLoadGenerator implements AutoCloseable {
    private static final long TIMEOUT_MS = 20_000;

    private final Selector selector;
    private final List<LoadConnection> links = new ArrayList<>();
    private CallTimings calls = new CallTimings();
    private long deadline;
    private int activeCalls;

    /** Opens the connections, with a session each where the question needs one. */
    public HttpLoadGenerator(int port, BenchmarkCall question, int connections) throws IOException {
        selector = Selector.open();
        for (int i = 0; i < connections; i++) {
            LoadConnection link = LoadConnection.open(port, question);
            links.add(link);
            link.register(selector);
        }
    }

    /** Calls for this long, and then waits for what is on its way. */
    public CallTimings run(Duration time) throws IOException {
        calls = new CallTimings();
        deadline = System.nanoTime() + time.toNanos();
        for (LoadConnection link : links) {
            link.sendCall(System.nanoTime());
            activeCalls++;
        }
        while (activeCalls > 0) {
            if (selector.select(TIMEOUT_MS) == 0) {
                throw new UnexpectedResponseException(
                        activeCalls + " calls have no answer after " + TIMEOUT_MS + " ms");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                onReady(key, (LoadConnection) key.attachment());
            }
            selector.selectedKeys().clear();
        }
        return calls;
    }

    private void onReady(SelectionKey key, LoadConnection link) throws IOException {
        if (key.isWritable()) {
            link.flush();
        }
        if (key.isReadable() && link.tryReadResponse()) {
            long now = System.nanoTime();
            calls.add(now - link.sentAt());
            if (now < deadline) {
                link.sendCall(now);
            } else {
                activeCalls--;
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (LoadConnection link : links) {
            link.close();
        }
        selector.close();
    }
}
