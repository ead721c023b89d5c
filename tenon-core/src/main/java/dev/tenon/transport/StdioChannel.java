package dev.tenon.transport;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages as lines over a pair of byte streams: the standard streams of this process, or those of a child process (stdio
 * transport, section "stdio" of every revision).
 *
 * <p>A line ends with a line feed; a carriage return before it is tolerated, an empty line is skipped, a line beyond the
 * limit is thrown away up to its end and reported once. At the end of the input the receiver is told, and what is still to
 * be answered can be sent until {@link #close}. A broken output closes the channel.
 *
 * <p>Two daemon threads read and write, and change places: what is answered at once is written by the thread that read the
 * question, while the other goes on reading. To wake another for it would take longer than most answers, and a reader that
 * stands still only ever keeps one of the two. The streams are closed with the channel.
 */
public final class StdioChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(StdioChannel.class);
    private static final ThreadFactory THREADS = HandlerThreads.named("tenon-stdio-");

    private final InputStream in;
    private final OutputStream out;
    private final ChannelLimits limits;
    private final Outbox outbox;
    private final AtomicBoolean opened = new AtomicBoolean();
    private final LineWriter output;
    private final CountDownLatch written = new CountDownLatch(1);
    private volatile @Nullable LineReader lines;
    private volatile @Nullable Delivery delivery;
    private volatile @Nullable Thread writer;

    public StdioChannel(InputStream in, OutputStream out, ChannelLimits limits) {
        this.in = in;
        this.out = out;
        this.limits = limits;
        this.outbox = new Outbox(limits);
        this.output = new LineWriter(out);
    }

    /** What a thread does at a time: one reads, and one writes or sleeps until there is something to write. */
    private enum Part {
        READ,
        WRITE,
        NONE
    }

    @Override
    public void open(Receiver receiver) {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery target = new Delivery(receiver);
        delivery = target;
        lines = new LineReader(in, limits.messageBytes(), target);
        Thread first = THREADS.newThread(() -> work(Part.WRITE));
        writer = first;
        first.start();
        THREADS.newThread(() -> work(Part.READ)).start();
    }

    @Override
    public void send(byte[] message) {
        if (!outbox.put(message)) {
            tooSlow();
        }
    }

    @Override
    public void offer(byte[] message) {
        if (!outbox.offer(message)) {
            tooSlow();
        }
    }

    private void tooSlow() {
        LOG.warn("The other side does not read, {} messages wait for it: closing the channel", outbox.size());
        abort();
        throw new ChannelClosedException("Closed: the reader was too slow");
    }

    @Override
    public void close() {
        outbox.close();
        if (opened.compareAndSet(false, true)) {
            closeBoth(out, in);
        } else if (Thread.currentThread() != writer && !writerEnds()) {
            abort();
        }
        ended();
    }

    private boolean writerEnds() {
        try {
            return written.await(limits.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What each of the two threads does in turn. */
    private void work(Part first) {
        Part part = first;
        try {
            while (part != Part.NONE) {
                part = part == Part.READ ? read() : write();
            }
        } finally {
            if (part != Part.NONE) {
                writingEnds();
            }
        }
    }

    private Part read() {
        LineReader from = Objects.requireNonNull(lines);
        Delivery target = Objects.requireNonNull(delivery);
        try {
            for (int length = from.read(); length >= 0 && !target.hasEnded(); length = from.read()) {
                if (relieves(from, length)) {
                    return Part.WRITE;
                }
            }
            from.end();
        } catch (IOException e) {
            LOG.debug("Reading ended", e);
        }
        target.closed();
        awaitWritten();
        return Part.NONE;
    }

    /** Delivers what has come, and says whether this thread has to write what was answered at once. */
    private boolean relieves(LineReader from, int length) {
        outbox.gathers();
        Gathering.begin();
        try {
            from.deliver(length);
        } finally {
            Gathering.end();
        }
        if (!outbox.gathered()) {
            return false;
        }
        writer = Thread.currentThread();
        return true;
    }

    /** Stays: whoever reads at the other end of a pipe of this JVM takes it to be broken when a thread that wrote has ended. */
    private void awaitWritten() {
        try {
            written.await();
        } catch (InterruptedException e) {
            LOG.trace("Nothing is left to wait for", e);
        }
    }

    private Part write() {
        try {
            List<byte[]> batch = outbox.takeOrLeave(LineWriter.BUFFER);
            while (batch != null && !batch.isEmpty()) {
                output.write(batch);
                outbox.written(batch);
                batch = outbox.takeOrLeave(LineWriter.BUFFER);
            }
            if (batch == null) {
                return Part.READ;
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("Writing ended", e);
        }
        writingEnds();
        return Part.NONE;
    }

    private void writingEnds() {
        try {
            outbox.abort();
            ended();
            closeBoth(out, in);
        } finally {
            written.countDown();
        }
    }

    /**
     * Ends at once. The writer may be stuck in a write that nothing interrupts, and closing such a stream may block too: that
     * is left to a thread of its own.
     */
    private void abort() {
        outbox.abort();
        Thread stuck = writer;
        if (stuck != null) {
            stuck.interrupt();
        }
        Thread closer = new Thread(() -> closeBoth(in, out), "tenon-stdio-close");
        closer.setDaemon(true);
        closer.start();
        ended();
    }

    private void ended() {
        Delivery target = delivery;
        if (target != null) {
            target.closed();
        }
    }

    private static void closeBoth(Closeable first, Closeable second) {
        quietly(first);
        quietly(second);
    }

    private static void quietly(Closeable stream) {
        try {
            stream.close();
        } catch (IOException e) {
            LOG.debug("Closing failed", e);
        }
    }
}
