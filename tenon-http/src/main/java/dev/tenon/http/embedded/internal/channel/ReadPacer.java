package dev.tenon.http.embedded.internal.channel;

import dev.tenon.http.embedded.internal.connection.ConnectionRegistry;
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
 * Decides when a connection is read, whatever its protocol. A connection whose peer does not read what was written to
 * it is not read from either. What has been read is passed on piece by piece, for a fraction of a millisecond, before
 * the event loop turns to its other connections. Stands at the front of the pipeline, behind the handler that gathers
 * flushes. Closes a connection of which Vert.x says nothing for the idle time, as one of HTTP/2 before its first
 * settings: {@link ConnectionRegistry} does not know it.
 */
@SuppressWarnings("NullAway.Init")
public // what handlerAdded sets
final class ReadPacer extends ChannelDuplexHandler {
    /** How long one connection may keep its event loop in one turn. */
    static final long MAX_TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** A piece, in bytes: so many small requests of HTTP/2 or WebSocket are handled between two looks at the clock. */
    private static final int PIECE_BYTES = 4 << 10;
    /** A chunk is a page of 8 KiB, doubled this many times. */
    private static final int CHUNK_ORDER = 7;

    /** Chunks of 1 MiB, so that little is kept when there is little to do; buffers on the heap are left to the JVM. */
    private static final PooledByteBufAllocator BUFFERS = new PooledByteBufAllocator(
            true,
            0,
            PooledByteBufAllocator.defaultNumDirectArena(),
            PooledByteBufAllocator.defaultPageSize(),
            CHUNK_ORDER,
            PooledByteBufAllocator.defaultSmallCacheSize(),
            0,
            false);

    /** Why a connection is not read. */
    public enum PauseReason {
        /** Its peer does not read. */
        NOT_WRITABLE,
        /** What was read before has not been passed on. */
        TURN,
        /** A request that was read before waits. */
        REQUEST,
        /** Others send much, too. */
        LARGE_READ
    }

    private final EventLoopMemoryBudgets memories;
    private final long idleMs;
    private final LongAdder slowSenders;
    private final Set<PauseReason> reasons = EnumSet.noneOf(PauseReason.class);
    private EventLoopMemoryBudget memory;
    private ChannelHandlerContext context;
    private @Nullable ByteBuf remainder;
    /** Whether it was this that has turned reading off: the HTTP server may do so as well. */
    private boolean turnedOff;

    private boolean readPending;
    private boolean inRequest;
    private long requestBegan;
    /** HTTP/1.1 is paced by requests instead, by the {@link RequestFramingHandler}. */
    private boolean inPieces = true;
    /** Told of bytes, by their number, before they are passed on. */
    private IntConsumer listener = bytes -> {};

    private boolean received;
    private Future<?> registrationTimeout;

    ReadPacer(EventLoopMemoryBudgets memories, Duration idle, LongAdder slowSenders) {
        this.memories = memories;
        this.idleMs = idle.toMillis();
        this.slowSenders = slowSenders;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        memory = memories.budgetOf(added.channel().eventLoop());
        // Vert.x sets the adaptive allocator before this. That frees its chunks all the time, for which JDK 25 stops
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

    /** {@link ConnectionRegistry} looks after the connection from now on. */
    void onRegistered() {
        registrationTimeout.cancel(false);
    }

    /** From now on what is read is passed on as it comes, or in pieces again. */
    void setSlicing(boolean pieces) {
        inPieces = pieces;
    }

    public void setByteListener(IntConsumer of) {
        listener = of;
    }

    /** Whether the last part of a request that has begun is still to be read. */
    boolean isInRequest() {
        return inRequest;
    }

    /** When the request began of which a part is still to be read, in nanoseconds. */
    long requestStartNanos() {
        return requestBegan;
    }

    public void setInRequest(boolean isIn) {
        if (isIn && !inRequest) {
            requestBegan = System.nanoTime();
        }
        inRequest = isIn;
    }

    /**
     * Runs it after the event loop has looked at its other connections; a task that is only queued would run before
     * that.
     */
    static void scheduleNextTurn(ChannelHandlerContext context, Consumer<ChannelHandlerContext> task) {
        var unused = context.executor().schedule(() -> task.accept(context), 0, TimeUnit.NANOSECONDS);
    }

    /**
     * Gives back buffers that this event loop keeps and has not used since the last call: small ones would keep whole
     * chunks.
     */
    public static void trimBuffers() {
        var unused = BUFFERS.trimCurrentThreadCache();
    }

    /** Reads nothing more until no reason is left. */
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
        if (turnedOff) {
            turnedOff = false;
            context.channel().config().setAutoRead(true);
        }
        if (readPending) {
            // Another has turned reading on meanwhile: to turn it on once more begins nothing.
            readPending = false;
            context.read();
        }
    }

    private void disableAutoRead() {
        if (context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(false);
            turnedOff = true;
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
            // Reading was turned on by another.
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
        long began = inPieces && bytes.readableBytes() > PIECE_BYTES ? System.nanoTime() : 0;
        while (inPieces && bytes.readableBytes() > PIECE_BYTES) {
            fireRead(context, bytes.readRetainedSlice(PIECE_BYTES));
            if (System.nanoTime() - began > MAX_TURN_NANOS) {
                storeRemainder(bytes);
                pause(PauseReason.TURN);
                scheduleNextTurn(context, this::passRemainder);
                return;
            }
        }
        fireRead(context, bytes);
    }

    private void fireRead(ChannelHandlerContext context, ByteBuf bytes) {
        listener.accept(bytes.readableBytes());
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
        memory.adjust(bytes.readableBytes());
    }

    private ByteBuf takeRemainder() {
        ByteBuf bytes = Objects.requireNonNull(remainder);
        remainder = null;
        memory.adjust(-bytes.readableBytes());
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
        onRegistered();
    }
}
