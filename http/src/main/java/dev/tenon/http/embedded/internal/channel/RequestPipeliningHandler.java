package dev.tenon.http.embedded.internal.channel;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.request.MalformedRequestException;
import dev.tenon.http.embedded.internal.request.RequestBoundaryParser;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes the requests of one HTTP/1.1 connection to the decoder one at a time: the next one after the previous response
 * is complete, if the client reads and the event loop has served its other connections. Until then it stays undecoded,
 * and only a little more is read. Rejects what {@link RequestBoundaryParser} rejects. Used by one event loop.
 */
@SuppressWarnings("NullAway.Init") // what handlerAdded sets
public final class RequestPipeliningHandler extends ChannelInboundHandlerAdapter {
    private static final String DECODER = "httpDecoder";
    /** The HTTP/2 connection preface (RFC 9113, section 3.4), which is not a valid HTTP/1.1 request. */
    private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    /**
     * After a rejection, input is discarded for a moment: closing the connection at once could discard the response.
     */
    private static final long LINGER_MS = 200;
    /**
     * How much is read after a request without a response: a client that closes the connection is detected only by
     * reading.
     */
    private static final int READ_AHEAD_BYTES = 64 << 10;

    private final RequestBoundaryParser boundaryParser;
    private final EventLoopMemoryBudgets memoryBudgets;
    private final boolean mayBeHttp2;
    private ChannelHandlerContext context;
    private EventLoopMemoryBudget memory;
    private ReadPacer pacer;
    /** Received data that has not been passed on. */
    private @Nullable ByteBuf input;

    private long countedBytes;
    private boolean awaitingResponse;
    private boolean paused;
    /** Whether received data is held back, other than to wait for the rest of it. */
    private boolean held;

    private boolean rejected;
    private boolean turnScheduled;
    /** When this turn of the event loop started its first request; 0 if it has not. */
    private long turnStartNanos;

    private final LimitViolationCounters counters;

    /**
     * Creates a handler for a new connection.
     *
     * @param http2 whether clear-text HTTP/2 is possible instead
     */
    RequestPipeliningHandler(
            HttpServerLimits limits, EventLoopMemoryBudgets budgets, LimitViolationCounters counters, boolean http2) {
        this.boundaryParser = new RequestBoundaryParser(limits.maxHeaderBytes());
        this.memoryBudgets = budgets;
        this.counters = counters;
        this.mayBeHttp2 = http2;
    }

    /** Adds a handler before the decoder of a new connection, unless it has one. */
    static @Nullable RequestPipeliningHandler findOrInstall(
            Channel channel, HttpServerLimits limits, EventLoopMemoryBudgets budgets, LimitViolationCounters counters) {
        RequestPipeliningHandler existing = channel.pipeline().get(RequestPipeliningHandler.class);
        if (existing == null && channel.pipeline().get(DECODER) != null) {
            existing = new RequestPipeliningHandler(limits, budgets, counters, false);
            channel.pipeline().addBefore(DECODER, "requestPipelining", existing);
        }
        return existing;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        memory = memoryBudgets.budgetOf(added.channel().eventLoop());
        pacer = added.pipeline().get(ReadPacer.class);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (rejected || !(message instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(message);
            return;
        }
        ByteBuf pending = input;
        input = pending == null
                ? bytes
                : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), pending, bytes);
        passInputOrReject(context);
    }

    private void passInputOrReject(ChannelHandlerContext context) {
        try {
            while (input != null && !rejected && tryPassRequestPart(context)) {
                // Passes one request, or a part of one, at a time.
            }
        } catch (MalformedRequestException e) {
            reject(context, e);
        }
        updateBackpressureAndMemory();
    }

    /** Passes on data if allowed; returns false if nothing was passed on. */
    private boolean tryPassRequestPart(ChannelHandlerContext context) throws MalformedRequestException {
        ByteBuf bytes = Objects.requireNonNull(input);
        boolean startsRequest = boundaryParser.isBetweenRequests();
        if (startsRequest && mayBeHttp2 && canBeHttp2Preface(bytes)) {
            if (bytes.readableBytes() >= HTTP2_PREFACE.length) {
                context.pipeline().remove(this);
            }
            return false;
        }
        held = paused || startsRequest && !canBeginOrScheduleTurn(context);
        if (held) {
            return false;
        }
        int end = boundaryParser.parseUpToRequestEnd(bytes, bytes.readerIndex());
        pacer.setInRequest(!boundaryParser.isBetweenRequests());
        int length = end - bytes.readerIndex();
        if (length == 0) {
            return false;
        }
        awaitingResponse |= startsRequest;
        ByteBuf next = bytes;
        if (length == bytes.readableBytes()) {
            input = null;
        } else {
            next = bytes.readRetainedSlice(length);
        }
        context.fireChannelRead(next);
        return true;
    }

    /** Returns whether a request may begin; if not because this turn has taken long enough, schedules another turn. */
    private boolean canBeginOrScheduleTurn(ChannelHandlerContext context) {
        if (awaitingResponse || !context.channel().isWritable()) {
            return false;
        }
        long now = System.nanoTime();
        if (turnStartNanos == 0) {
            turnStartNanos = now;
        } else if (now - turnStartNanos > ReadPacer.MAX_TURN_NANOS) {
            scheduleTurn();
            return false;
        }
        return true;
    }

    private static boolean canBeHttp2Preface(ByteBuf bytes) {
        int length = Math.min(bytes.readableBytes(), HTTP2_PREFACE.length);
        return ByteBufUtil.equals(bytes, bytes.readerIndex(), Unpooled.wrappedBuffer(HTTP2_PREFACE), 0, length);
    }

    private void updateBackpressureAndMemory() {
        long now = input == null ? 0 : input.readableBytes();
        if (held && now > (paused ? 0 : READ_AHEAD_BYTES)) {
            pacer.pause(ReadPacer.PauseReason.REQUEST);
        } else {
            pacer.resume(ReadPacer.PauseReason.REQUEST);
        }
        if (now != countedBytes) {
            memory.adjustBytes(now - countedBytes);
            countedBytes = now;
        }
    }

    /** Returns how many bytes are pending. */
    public long pendingBytes() {
        return countedBytes;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        turnStartNanos = 0;
        context.fireChannelReadComplete();
    }

    private void scheduleTurn() {
        if (!turnScheduled) {
            turnScheduled = true;
            ReadPacer.scheduleNextTurn(context, this::passHeldInput);
        }
    }

    private void passHeldInput(ChannelHandlerContext context) {
        turnScheduled = false;
        turnStartNanos = 0;
        if (input != null && !context.isRemoved()) {
            passInputOrReject(context);
            turnStartNanos = 0;
            context.fireChannelReadComplete();
        }
    }

    /** Called when the response to the current request is complete. */
    public void onResponseComplete() {
        awaitingResponse = false;
        resumeIfReady();
    }

    /** Pauses or resumes passing on data. */
    public void setInputPaused(boolean pause) {
        paused = pause;
        resumeIfReady();
    }

    /** Removes this handler because the connection switches to another protocol. */
    public void detach() {
        if (!context.isRemoved()) {
            context.pipeline().remove(this);
        }
    }

    private void resumeIfReady() {
        if (!paused && held && input != null) {
            scheduleTurn();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.fireChannelWritabilityChanged();
        if (context.channel().isWritable()) {
            resumeIfReady();
        }
    }

    private void reject(ChannelHandlerContext context, MalformedRequestException exception) {
        LOG.debug("Rejected a request of {}: {}", context.channel().remoteAddress(), exception.getMessage());
        rejected = true;
        if (exception.status() == HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.code()) {
            counters.largeHeads.increment();
        }
        discardPendingInput();
        HttpResponseStatus status = HttpResponseStatus.valueOf(exception.status());
        byte[] body = MessageWriter.write(new Response.Failure(
                null, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + exception.getMessage())));
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n";
        var unused = context.writeAndFlush(Unpooled.wrappedBuffer(head.getBytes(US_ASCII), body))
                .addListener(written -> closeLater(context));
    }

    private static void closeLater(ChannelHandlerContext context) {
        var unused = context.executor().schedule(() -> closeNow(context), LINGER_MS, TimeUnit.MILLISECONDS);
    }

    private static void closeNow(ChannelHandlerContext context) {
        var unused = context.channel().close();
    }

    private void discardPendingInput() {
        ReferenceCountUtil.release(input);
        input = null;
        updateBackpressureAndMemory();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        discardPendingInput();
        context.fireChannelInactive();
    }

    /** Passes the pending data on to the handler of the new protocol. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ByteBuf bytes = input;
        input = null;
        updateBackpressureAndMemory();
        pacer.setSlicing(true);
        if (bytes != null) {
            context.fireChannelRead(bytes);
            context.fireChannelReadComplete();
        }
    }
}
