package dev.tenon.transport;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
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
 * <p>Two daemon threads read and write. The streams are closed with the channel.
 */
public final class StdioChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(StdioChannel.class);

    private final InputStream in;
    private final OutputStream out;
    private final ChannelLimits limits;
    private final Outbox outbox;
    private final AtomicBoolean opened = new AtomicBoolean();
    private final Thread writer;
    private volatile @Nullable Delivery delivery;

    public StdioChannel(InputStream in, OutputStream out, ChannelLimits limits) {
        this.in = in;
        this.out = out;
        this.limits = limits;
        this.outbox = new Outbox(limits);
        this.writer = new Thread(this::write, "tenon-stdio-write");
        writer.setDaemon(true);
    }

    @Override
    public void open(Receiver receiver) {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery target = new Delivery(receiver);
        delivery = target;
        Thread reader = new Thread(() -> read(target), "tenon-stdio-read");
        reader.setDaemon(true);
        writer.start();
        reader.start();
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
            // Never join(0), which would wait for ever.
            writer.join(Math.max(1, limits.patience().toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !writer.isAlive();
    }

    private void read(Delivery target) {
        try {
            new LineReader(in, limits.messageBytes(), target).run();
        } catch (IOException e) {
            LOG.debug("Reading ended", e);
        } finally {
            target.closed();
        }
    }

    private void write() {
        LineWriter lines = new LineWriter(out);
        try {
            List<byte[]> batch = outbox.take(LineWriter.BUFFER);
            while (!batch.isEmpty()) {
                lines.write(batch);
                outbox.written(batch);
                batch = outbox.take(LineWriter.BUFFER);
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("Writing ended", e);
        } finally {
            outbox.abort();
            ended();
            closeBoth(out, in);
        }
    }

    /**
     * Ends at once. The writer may be stuck in a write that nothing interrupts, and closing such a stream may block too: that
     * is left to a thread of its own.
     */
    private void abort() {
        outbox.abort();
        writer.interrupt();
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
