package dev.tenon.transport;

import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.internal.concurrent.WorkerStartCoalescer;
import java.io.BufferedOutputStream;
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
 * Carries messages as lines over a pair of byte streams: the standard streams of this process, or those of a child
 * process (stdio transport, section "stdio" of every revision).
 *
 * <p>A line ends with a line feed; a carriage return before it is removed, an empty line is skipped, and a line that
 * exceeds the limit is discarded and reported once. At the end of the input the receiver is notified, and pending
 * responses can be sent until {@link #close}. A broken output closes the channel.
 *
 * <p>One daemon thread reads and another one writes. An idle thread spins for some microseconds before it blocks. The
 * streams are closed with the channel.
 */
public final class StdioChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger(StdioChannel.class);
    private static final ThreadFactory THREADS = HandlerExecutors.namedThreadFactory("tenon-stdio-");

    /** The context of receivers. They must not block, as that would delay all further messages. */
    private static final ThreadBlockingContext READER_CONTEXT = ThreadBlockingContext.nonBlocking("stdio reader");

    /** Several messages are written with one flush, up to this many bytes. */
    static final int WRITE_BUFFER = 64 << 10;

    /** How long the reader thread spins when no input is available. */
    private static final long SPIN_NANOS = 50_000;
    /**
     * The same after a large read: other threads need the processor more then, and the reader is likely to be woken for
     * a large read again.
     */
    private static final long SPIN_AFTER_LARGE_READ_NANOS = 10_000;
    /** The largest read that counts as small. */
    private static final int SMALL_READ_BYTES = 4096;

    private final InputStream in;
    private final OutputStream out;
    private final OutputStream bufferedOut;
    private final CountDownLatch writerEnded = new CountDownLatch(1);
    private volatile @Nullable Thread writer;

    public StdioChannel(InputStream in, OutputStream out, ChannelLimits limits) {
        super(new SendQueue(limits), limits);
        this.in = in;
        this.out = out;
        this.bufferedOut = new BufferedOutputStream(out, WRITE_BUFFER);
    }

    @Override
    protected void startDelivery(GuardedReceiver target) {
        Thread writerThread = THREADS.newThread(this::writeLoop);
        writer = writerThread;
        writerThread.start();
        THREADS.newThread(() -> readLoop(new LineReader(in, limits.maxMessageBytes(), target), target))
                .start();
    }

    /**
     * Returns whether the current thread is the reader of some stdio channel, whose further messages wait meanwhile.
     */
    public static boolean isReaderThread() {
        return READER_CONTEXT.isCurrent();
    }

    @Override
    public boolean isWritable() {
        return sendQueue.canAccept(ThreadBlockingContext.MAX_INLINE_BYTES);
    }

    @Override
    protected void closeSlowPeer() {
        LOG.warn(
                "Closing a stdio channel because its peer does not read: queuedMessages={}, writeTimeout={}",
                sendQueue.size(),
                limits.writeTimeout());
        notifySlowPeer();
        closeAbruptly();
    }

    @Override
    public void close() {
        sendQueue.close();
        if (tryMarkOpened()) {
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

    private void readLoop(LineReader lineReader, GuardedReceiver target) {
        try {
            readAndDeliverLines(lineReader, target);
            target.onClosed();
            keepReaderThreadUntilWriterEnds();
        } catch (RuntimeException | Error e) {
            abortAndCloseStreams();
            throw e;
        }
    }

    private void readAndDeliverLines(LineReader lineReader, GuardedReceiver target) {
        WorkerStartCoalescer.beginOnCurrentThread();
        sendQueue.startBatching();
        try {
            int length = 0;
            while (awaitCapacityOrClose(target)
                    && (length = spinThenRead(lineReader, length)) >= 0
                    && !target.isClosed()) {
                int received = length;
                READER_CONTEXT.run(() -> lineReader.deliverLines(received));
                sendQueue.signalWriterForBatch();
                WorkerStartCoalescer.flush();
            }
            lineReader.deliverLastLine();
        } catch (IOException e) {
            LOG.debug("Reading from a stdio channel failed", e);
        } finally {
            sendQueue.signalWriterForBatch();
            WorkerStartCoalescer.end();
        }
    }

    /**
     * Spins for input before it blocks: waking a blocked thread takes longer than most clients take to send their next
     * request. Correct under any scheduling.
     *
     * @param lastLength the number of bytes of the last read
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private static int spinThenRead(LineReader lineReader, int lastLength) throws IOException {
        long start = System.nanoTime();
        long spinNanos = lastLength > SMALL_READ_BYTES ? SPIN_AFTER_LARGE_READ_NANOS : SPIN_NANOS;
        boolean ready = lineReader.isReady();
        while (!ready && System.nanoTime() - start < spinNanos) {
            Thread.yield();
            ready = lineReader.isReady();
        }
        return lineReader.readChunk();
    }

    /**
     * Keeps the thread alive: the reader at the other end of a pipe in this JVM considers the pipe broken when a thread
     * that wrote to it has ended.
     */
    private void keepReaderThreadUntilWriterEnds() {
        try {
            writerEnded.await();
        } catch (InterruptedException e) {
            LOG.trace("The reader thread of a stdio channel was interrupted", e);
        }
    }

    private void writeLoop() {
        try {
            List<byte[]> batch = sendQueue.take(WRITE_BUFFER);
            while (!batch.isEmpty()) {
                writeLines(batch);
                sendQueue.markWritten(batch);
                batch = sendQueue.take(WRITE_BUFFER);
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("Writing to a stdio channel stopped", e);
        } finally {
            abortAndCloseStreams();
        }
    }

    private void writeLines(List<byte[]> messages) throws IOException {
        for (byte[] message : messages) {
            bufferedOut.write(replaceLineBreaks(message));
            bufferedOut.write('\n');
        }
        bufferedOut.flush();
    }

    /** Replaces line breaks in a message, which JSON allows only between tokens, to keep the framing. */
    private static byte[] replaceLineBreaks(byte[] message) {
        byte[] result = message;
        for (int i = 0; i < message.length; i++) {
            if (message[i] == '\n' || message[i] == '\r') {
                result = result == message ? message.clone() : result;
                result[i] = ' ';
            }
        }
        return result;
    }

    /** Discards the queue, notifies the receiver and closes both streams, as the writer has ended or reading failed. */
    private void abortAndCloseStreams() {
        try {
            sendQueue.abort();
            notifyClosed();
            closeBoth(out, in);
        } finally {
            writerEnded.countDown();
        }
    }

    /**
     * Closes at once. The writer may be stuck in a write that cannot be interrupted, and closing such a stream may
     * block too, so a separate thread does it.
     */
    private void closeAbruptly() {
        sendQueue.abort();
        Thread blockedWriter = writer;
        if (blockedWriter != null) {
            blockedWriter.interrupt();
        }
        HandlerExecutors.newDaemonThread(() -> closeBoth(in, out), "tenon-stdio-close")
                .start();
        notifyClosed();
    }

    private static void closeBoth(Closeable first, Closeable second) {
        try (second;
                first) {
            // The last resource is closed first.
        } catch (IOException e) {
            LOG.debug("Closing a stream of a stdio channel failed", e);
        }
    }
}
