package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that stores what it receives, for assertions. */
final class RecordingReceiver implements DuplexChannel.MessageReceiver {
    static final String TOO_LARGE = "(too large)";
    static final String CLOSED = "(closed)";

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger closeCount = new AtomicInteger();

    @Override
    public void onMessage(byte[] message) {
        received.add(new String(message, UTF_8));
    }

    @Override
    public void onOversizedMessage() {
        received.add(TOO_LARGE);
    }

    @Override
    public void onClosed() {
        closeCount.incrementAndGet();
        received.add(CLOSED);
        closed.countDown();
    }

    /** Returns the next event, waiting up to ten seconds. */
    String next() throws InterruptedException {
        String next = received.poll(10, TimeUnit.SECONDS);
        return next == null ? "(nothing)" : next;
    }

    boolean isEmpty() {
        return received.isEmpty();
    }

    boolean awaitClosed() throws InterruptedException {
        return closed.await(10, TimeUnit.SECONDS);
    }

    int closeCount() {
        return closeCount.get();
    }
}
