package dev.tenon.http.embedded.internal.channel;

import static io.netty.buffer.PooledByteBufAllocator.defaultNumDirectArena;
import static io.netty.buffer.PooledByteBufAllocator.defaultPageSize;
import static io.netty.buffer.PooledByteBufAllocator.defaultSmallCacheSize;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a connection is read, whatever its protocol. If the client does not read its responses, its requests are
 * not read either. Received data is passed on in pieces, for a fraction of a millisecond, before the event loop serves
 * its other connections. It is the second handler in the pipeline, after the one that consolidates flushes. It closes a
 * connection that Vert.x has not reported within the idle timeout, such as an HTTP/2 connection before its first
 * settings, which {@code ConnectionMonitor} does not know.
 */
@SuppressWarnings("NullAway.Init") // what handlerAdded sets
public final class ReadPacer extends ChannelDuplexHandler {
    /** How long one connection may occupy its event loop in one turn. */
    static final long MAX_TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /**
     * The size of a piece, in bytes: how much small HTTP/2 requests or WebSocket messages are handled between two
     * readings of the clock.
     */
    private static final int PIECE_BYTES = 4 << 10;
    /** A chunk is a page of 8 KiB, doubled this many times. */
    private static final int CHUNK_ORDER = 7;

    /** Chunks of 1 MiB, so that an idle server keeps little memory; heap buffers are left to the JVM. */
    private static final PooledByteBufAllocator BUFFERS = new PooledByteBufAllocator(
            true, 0, defaultNumDirectArena(), defaultPageSize(), CHUNK_ORDER, defaultSmallCacheSize(), 0, false);

    /** Why reading from a connection is paused. */
    public enum PauseReason {
        /** The client does not read. */
        NOT_WRITABLE,
        /** Earlier data has not been passed on. */
        TURN,
        /** An earlier request is pending. */
        REQUEST,
        /** Other connections send much, too. */
        LARGE_READ
    }

    private final EventLoopMemoryBudgets memoryBudgets;
    private final long idleMs;
    private final LongAdder slowSenders;
    private final Set<PauseReason> reasons = EnumSet.noneOf(PauseReason.class);
    private EventLoopMemoryBudget memory;
    private ChannelHandlerContext context;
    private @Nullable ByteBuf remainder;
    /** Whether this handler disabled reading: the HTTP server may do so as well. */
    private boolean autoReadDisabled;

    private boolean readPending;
    private boolean inRequest;
    private long requestStartNanos;
    /**
     * Whether data is passed on in pieces; HTTP/1.1 is paced by requests instead, by {@link RequestPipeliningHandler}.
     */
    private boolean slicing = true;
    /** Receives the number of bytes before they are passed on. */
    private IntConsumer byteListener = bytes -> {};

    private boolean received;
    private Future<?> registrationTimeout;

    ReadPacer(EventLoopMemoryBudgets memoryBudgets, Duration idleTimeout, LongAdder slowSenders) {
        this.memoryBudgets = memoryBudgets;
        this.idleMs = idleTimeout.toMillis();
        this.slowSenders = slowSenders;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        memory = memoryBudgets.budgetOf(added.channel().eventLoop());
        // Vert.x sets the adaptive allocator before this. It frees its chunks continuously, for which JDK 25 stops
        // every thread.
        added.channel().config().setAllocator(BUFFERS);
        registrationTimeout = added.executor().schedule(this::closeUnregistered, idleMs, TimeUnit.MILLISECONDS);
    }

    private void closeUnregistered() {
        if (received) {
            slowSenders.increment();
        }
        var unused = context.close();
    }

    /** Called when {@code ConnectionMonitor} monitors the connection. */
    void cancelRegistrationTimeout() {
        registrationTimeout.cancel(false);
    }

    /** Sets whether data is passed on in pieces. */
    void setSlicing(boolean sliced) {
        slicing = sliced;
    }

    public void setByteListener(IntConsumer listener) {
        byteListener = listener;
    }

    /** Returns whether a request has started whose last part has not been read. */
    boolean isInRequest() {
        return inRequest;
    }

    /** Returns when the current request started, in nanoseconds. */
    long requestStartNanos() {
        return requestStartNanos;
    }

    public void setInRequest(boolean active) {
        if (active && !inRequest) {
            requestStartNanos = System.nanoTime();
        }
        inRequest = active;
    }

    /** Runs a task after the event loop has served its other connections; a queued task would run before that. */
    static void scheduleNextTurn(ChannelHandlerContext context, Consumer<ChannelHandlerContext> task) {
        var unused = context.executor().schedule(() -> task.accept(context), 0, TimeUnit.NANOSECONDS);
    }

    /**
     * Releases buffers that this event loop has cached and not used since the last call: small ones would keep whole
     * chunks.
     */
    public static void trimThreadBufferCache() {
        var unused = BUFFERS.trimCurrentThreadCache();
    }

    /** Pauses reading until no reason is left. */
    public void pause(PauseReason reason) {
        if (reasons.isEmpty() && reason != PauseReason.LARGE_READ) {
            memory.pauses.increment();
        }
        reasons.add(reason);
        disableAutoRead();
    }

    public void resume(PauseReason reason) {
        if (!reasons.remove(reason) || !reasons.isEmpty()) {
            return;
        }
        if (autoReadDisabled) {
            autoReadDisabled = false;
            context.channel().config().setAutoRead(true);
        }
        if (readPending) {
            // Another handler has enabled reading meanwhile, so enabling it again would not start a read.
            readPending = false;
            context.read();
        }
    }

    private void disableAutoRead() {
        if (context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(false);
            autoReadDisabled = true;
        }
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (reasons.isEmpty()) {
            context.read();
        } else {
            readPending = true;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!reasons.isEmpty()) {
            // Another handler has enabled reading.
            disableAutoRead();
        }
        received = true;
        if (!(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message);
        } else if (remainder != null) {
            storeRemainder(ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), takeRemainder(), bytes));
        } else {
            int size = bytes.readableBytes();
            passSlices(context, bytes);
            memory.largeReads.onRead(size, this, context);
        }
    }

    private void passSlices(ChannelHandlerContext context, ByteBuf bytes) {
        long start = slicing && bytes.readableBytes() > PIECE_BYTES ? System.nanoTime() : 0;
        while (slicing && bytes.readableBytes() > PIECE_BYTES) {
            fireRead(context, bytes.readRetainedSlice(PIECE_BYTES));
            if (System.nanoTime() - start > MAX_TURN_NANOS) {
                storeRemainder(bytes);
                pause(PauseReason.TURN);
                scheduleNextTurn(context, this::passRemainder);
                return;
            }
        }
        fireRead(context, bytes);
    }

    private void fireRead(ChannelHandlerContext context, ByteBuf bytes) {
        byteListener.accept(bytes.readableBytes());
        context.fireChannelRead(bytes);
    }

    private void passRemainder(ChannelHandlerContext context) {
        if (remainder != null) {
            ByteBuf bytes = takeRemainder();
            resume(PauseReason.TURN);
            passSlices(context, bytes);
            context.fireChannelReadComplete();
        }
    }

    private void storeRemainder(ByteBuf bytes) {
        remainder = bytes;
        memory.adjustBytes(bytes.readableBytes());
    }

    private ByteBuf takeRemainder() {
        ByteBuf bytes = Objects.requireNonNull(remainder);
        remainder = null;
        memory.adjustBytes(-bytes.readableBytes());
        return bytes;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.fireChannelWritabilityChanged();
        if (context.channel().isWritable()) {
            resume(PauseReason.NOT_WRITABLE);
        } else {
            pause(PauseReason.NOT_WRITABLE);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (remainder != null) {
            takeRemainder().release();
        }
        cancelRegistrationTimeout();
    }
}
