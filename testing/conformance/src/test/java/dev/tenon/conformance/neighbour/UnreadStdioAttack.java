package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A stdio client that requests large results and does not read them; it reconnects when it is disconnected. */
final class UnreadStdioAttack implements Attack {
    private final StdioPipes pipes;
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicInteger disconnected = new AtomicInteger();
    private volatile boolean ended;

    UnreadStdioAttack(Path folder) {
        pipes = StdioPipes.in(folder);
    }

    @Override
    public void start(int port) throws InterruptedException {
        Thread thread = new Thread(this::callRepeatedly, "unread-stdio");
        thread.setDaemon(true);
        thread.start();
        started.await();
    }

    private void callRepeatedly() {
        while (!ended) {
            try (OutputStream out = pipes.openOutput();
                    InputStream unread = pipes.openInput()) {
                started.countDown();
                call(out);
            } catch (IOException e) {
                disconnected.incrementAndGet();
            }
        }
    }

    private static void call(OutputStream out) throws IOException {
        for (long id = 1; ; id++) {
            out.write((Requests.call(id, "large", "{}") + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public String result() {
        return "disconnected " + disconnected;
    }

    @Override
    public void close() {
        ended = true;
    }
}
