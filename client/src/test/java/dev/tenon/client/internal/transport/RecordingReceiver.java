package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.transport.DuplexChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that records the messages for a test. */
final class RecordingReceiver implements DuplexChannel.MessageReceiver {
    /** The timer of all transports and channels in these tests; its thread is a daemon. */
    static final RuntimeScheduler TIMER = new RuntimeScheduler("test-timer");

    static final String OVERSIZED = "(oversized)";
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
        received.add(OVERSIZED);
    }

    @Override
    public void onClosed() {
        closeCount.incrementAndGet();
        received.add(CLOSED);
        closed.countDown();
    }

    /** Returns the next message, within half a minute. */
    String nextMessage() throws InterruptedException {
        return nextMessage(30);
    }

    String nextMessage(int seconds) throws InterruptedException {
        String next = received.poll(seconds, TimeUnit.SECONDS);
        return next == null ? "(nothing)" : next;
    }

    boolean isEmpty() {
        return received.isEmpty();
    }

    boolean awaitClosed() throws InterruptedException {
        return closed.await(30, TimeUnit.SECONDS);
    }

    int closeCount() {
        return closeCount.get();
    }
}
