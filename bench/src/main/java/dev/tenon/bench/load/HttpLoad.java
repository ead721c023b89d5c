package dev.tenon.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a server on this machine over so many connections at once, each with one call on its way. One thread does it all, and
 * a wrong answer ends it.
 */
public final class HttpLoad implements AutoCloseable {
    private static final long PATIENCE_MS = 20_000;

    private final Selector selector;
    private final List<Link> links = new ArrayList<>();
    private Calls calls = new Calls();
    private long deadline;
    private int onTheirWay;

    /** Opens the connections, with a session each where the question needs one. */
    public HttpLoad(int port, Question question, int connections) throws IOException {
        selector = Selector.open();
        for (int i = 0; i < connections; i++) {
            Link link = Link.open(port, question);
            links.add(link);
            link.join(selector);
        }
    }

    /** Calls for this long, and then waits for what is on its way. */
    public Calls run(Duration time) throws IOException {
        calls = new Calls();
        deadline = System.nanoTime() + time.toNanos();
        for (Link link : links) {
            link.call(System.nanoTime());
            onTheirWay++;
        }
        while (onTheirWay > 0) {
            if (selector.select(PATIENCE_MS) == 0) {
                throw new WrongAnswerException(onTheirWay + " calls have no answer after " + PATIENCE_MS + " ms");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                ready(key, (Link) key.attachment());
            }
            selector.selectedKeys().clear();
        }
        return calls;
    }

    private void ready(SelectionKey key, Link link) throws IOException {
        if (key.isWritable()) {
            link.write();
        }
        if (key.isReadable() && link.isAnswered()) {
            long now = System.nanoTime();
            calls.add(now - link.sentAt());
            if (now < deadline) {
                link.call(now);
            } else {
                onTheirWay--;
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Link link : links) {
            link.close();
        }
        selector.close();
    }
}
