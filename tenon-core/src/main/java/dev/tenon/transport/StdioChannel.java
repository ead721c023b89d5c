package dev.tenon.transport;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.TaskBatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages as lines over a pair of byte streams: the standard streams of this process, or those of a child process
 * (stdio transport, section "stdio" of every revision).
 *
 * <p>A line ends with a line feed; a carriage return before it is tolerated, an empty line is skipped, a line beyond
 * the limit is thrown away up to its end and reported once. At the end of the input the receiver is told, and what is
 * still to be answered can be sent until {@link #close}. A broken output closes the channel.
 *
 * <p>One daemon thread reads, another one writes. A thread that has nothing to do stays awake for some microseconds.
 * The streams are closed with the channel.
 */
public final class StdioChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger(StdioChannel.class);
    private static final ThreadFactory THREADS = HandlerExecutors.namedThreadFactory("tenon-stdio-");

    /** Where messages are delivered: the receiver must not wait, as the messages behind would. */
    private static final ExecutionContext READER_CONTEXT = ExecutionContext.nonBlocking("stdio reader");

    /** So long a thread that reads stays awake when nothing comes. */
    private static final long SPIN_NANOS = 50_000;
    /** So long after it has read much at once: then others need the processor more, and it is woken for much again. */
    private static final long SPIN_AFTER_LARGE_READ_NANOS = 10_000;
    /** More bytes than that are much. */
    private static final int SMALL_READ_BYTES = 4096;

    private final InputStream in;
    private final OutputStream out;
    private final LineWriter lineWriter;
    private final CountDownLatch writerEnded = new CountDownLatch(1);
    private volatile @Nullable Thread writer;

    public StdioChannel(InputStream in, OutputStream out, ChannelLimits limits) {
        super(new SendQueue(limits), limits);
        this.in = in;
        this.out = out;
        this.lineWriter = new LineWriter(out);
    }

    @Override
    protected void startDelivery(GuardedReceiver target) {
        Thread writing = THREADS.newThread(this::writeLoop);
        writer = writing;
        writing.start();
        THREADS.newThread(() -> readLoop(new LineReader(in, limits.maxMessageBytes(), target), target))
                .start();
    }

    /**
     * Whether this thread delivers what it has read from some channel of this kind, whose other messages wait
     * meanwhile.
     */
    public static boolean isReaderThread() {
        return READER_CONTEXT.isCurrent();
    }

    @Override
    public boolean isWritable() {
        return sendQueue.canAccept(ExecutionContext.MAX_INLINE_BYTES);
    }

    @Override
    protected void closeSlowPeer() {
        LOG.warn(
                "Closing a stdio channel whose peer does not read: {} messages waited, none was written for {}",
                sendQueue.size(),
                limits.writeTimeout());
        notifySlowPeer();
        closeAbruptly();
    }

    @Override
    public void close() {
        sendQueue.close();
        if (tryOpen()) {
            closeBoth(out, in);
        } else if (Thread.currentThread() != writer && !awaitWriterEnd()) {
            closeAbruptly();
        }
        notifyClosed();
    }

    private boolean awaitWriterEnd() {
        try {
            return writerEnded.await(limits.writeTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void readLoop(LineReader from, GuardedReceiver target) {
        try {
            deliverAll(from, target);
            target.onClosed();
            awaitWriter();
        } catch (RuntimeException | Error e) {
            finishWriting();
            throw e;
        }
    }

    private void deliverAll(LineReader from, GuardedReceiver target) {
        TaskBatch.begin();
        sendQueue.startBatching();
        try {
            int length = 0;
            while (awaitReadAllowed(target) && (length = spinThenRead(from, length)) >= 0 && !target.isClosed()) {
                int came = length;
                READER_CONTEXT.run(() -> from.deliver(came));
                sendQueue.flush();
                TaskBatch.flush();
            }
            from.deliverLast();
        } catch (IOException e) {
            LOG.debug("Reading ended", e);
        } finally {
            sendQueue.flush();
            TaskBatch.end();
        }
    }

    /**
     * Waits while too much waits for the peer to read it; false when the peer reads nothing, and the channel has been
     * closed for it.
     */
    private boolean awaitReadAllowed(GuardedReceiver target) {
        if (target.pausesReadingWhenFull() && !sendQueue.awaitWritable()) {
            closeSlowPeer();
            return false;
        }
        return true;
    }

    /**
     * Looks for a while whether something comes before it sleeps until then: to be woken takes longer than most clients
     * take to ask again. Nothing depends on what the scheduler makes of it.
     *
     * @param before how many bytes it has read last
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private static int spinThenRead(LineReader from, int before) throws IOException {
        long began = System.nanoTime();
        long awake = before > SMALL_READ_BYTES ? SPIN_AFTER_LARGE_READ_NANOS : SPIN_NANOS;
        boolean ready = from.isReady();
        while (!ready && System.nanoTime() - began < awake) {
            Thread.yield();
            ready = from.isReady();
        }
        return from.read();
    }

    /**
     * Stays: whoever reads at the other end of a pipe of this JVM takes it to be broken when a thread that wrote has
     * ended.
     */
    private void awaitWriter() {
        try {
            writerEnded.await();
        } catch (InterruptedException e) {
            LOG.trace("Nothing is left to wait for", e);
        }
    }

    private void writeLoop() {
        try {
            List<byte[]> batch = sendQueue.take(LineWriter.BUFFER);
            while (!batch.isEmpty()) {
                lineWriter.write(batch);
                sendQueue.markWritten(batch);
                batch = sendQueue.take(LineWriter.BUFFER);
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("Writing ended", e);
        } finally {
            finishWriting();
        }
    }

    private void finishWriting() {
        try {
            sendQueue.abort();
            notifyClosed();
            closeBoth(out, in);
        } finally {
            writerEnded.countDown();
        }
    }

    /**
     * Ends at once. The writer may be stuck in a write that nothing interrupts, and closing such a stream may block
     * too: that is left to a thread of its own.
     */
    private void closeAbruptly() {
        sendQueue.abort();
        Thread stuck = writer;
        if (stuck != null) {
            stuck.interrupt();
        }
        Thread closer = new Thread(() -> closeBoth(in, out), "tenon-stdio-close");
        closer.setDaemon(true);
        closer.start();
        notifyClosed();
    }

    private static void closeBoth(Closeable first, Closeable second) {
        try (second;
                first) {
            // The resource that is named last is closed first.
        } catch (IOException e) {
            LOG.debug("Closing failed", e);
        }
    }
}
