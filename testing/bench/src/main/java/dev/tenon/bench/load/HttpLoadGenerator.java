package dev.tenon.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a server on this machine over several connections, each with one call in flight. Uses one thread, which a wrong
 * response ends.
 */
public final class HttpLoadGenerator implements AutoCloseable {
    private static final long TIMEOUT_MS = 20_000;

    private final Selector selector;
    private final List<LoadConnection> pool = new ArrayList<>();
    private CallTimings calls = new CallTimings();
    private long deadline;
    private int activeCalls;

    /** Opens the connections, each with a session if the call needs one. */
    public HttpLoadGenerator(int port, BenchmarkCall call, int connections) throws IOException {
        selector = Selector.open();
        for (int i = 0; i < connections; i++) {
            LoadConnection connection = LoadConnection.open(port, call);
            pool.add(connection);
            connection.register(selector);
        }
    }

    /** Makes calls for this time, and then waits for those in flight. */
    public CallTimings run(Duration time) throws IOException {
        calls = new CallTimings();
        deadline = System.nanoTime() + time.toNanos();
        for (LoadConnection connection : pool) {
            connection.sendCall(System.nanoTime());
            activeCalls++;
        }
        while (activeCalls > 0) {
            if (selector.select(TIMEOUT_MS) == 0) {
                throw new UnexpectedResponseException(
                        activeCalls + " calls without a response after " + TIMEOUT_MS + " ms");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                onReady(key, (LoadConnection) key.attachment());
            }
            selector.selectedKeys().clear();
        }
        return calls;
    }

    private void onReady(SelectionKey key, LoadConnection connection) throws IOException {
        if (key.isWritable()) {
            connection.flush();
        }
        if (key.isReadable() && connection.tryReadResponse()) {
            long now = System.nanoTime();
            calls.add(now - connection.sentAt());
            if (now < deadline) {
                connection.sendCall(now);
            } else {
                activeCalls--;
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (LoadConnection connection : pool) {
            connection.close();
        }
        selector.close();
    }
}
