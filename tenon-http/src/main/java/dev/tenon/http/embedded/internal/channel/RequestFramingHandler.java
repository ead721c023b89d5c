package dev.tenon.http.embedded.internal.channel;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the requests of one HTTP/1.1 connection to the decoder one at a time: the next one when the one before is
 * answered, the peer reads, and the event loop has had time for its other connections. Until then it stays bytes, and
 * only a little more is read. Refuses what {@link RequestBoundaryParser} refuses. Lives on one event loop.
 */
@SuppressWarnings("NullAway.Init")
public // what handlerAdded sets
final class RequestFramingHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final String DECODER = "httpDecoder";
    /** How HTTP/2 begins (RFC 9113, section 3.4), as far as it is no request of HTTP/1.1. */
    private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    /**
     * What comes after a refusal is thrown away for a moment: a connection closed at once would take the answer with
     * it.
     */
    private static final long LINGER_MS = 200;
    /**
     * So much is read behind a request that is being answered: a peer that closes the connection is noticed only by
     * reading.
     */
    private static final int READ_AHEAD_BYTES = 64 << 10;

    private final RequestBoundaryParser framing;
    private final EventLoopMemoryBudgets memories;
    private final boolean mayBeHttp2;
    private ChannelHandlerContext context;
    private EventLoopMemoryBudget memory;
    private ReadPacer pacer;
    /** What has come and not been passed on. */
    private @Nullable ByteBuf input;

    private long countedBytes;
    private boolean answering;
    private boolean paused;
    /** Whether what has come must wait, other than for the rest of it. */
    private boolean held;

    private boolean refused;
    private boolean turnScheduled;
    /** Whether this turn of the event loop has begun a request, and when it did; else 0. */
    private long turnStartNanos;

    private final ConnectionCounters counters;

    /**
     * One for a connection that has just begun.
     *
     * @param mayBeHttp2 whether HTTP/2 in clear text may come instead
     */
    RequestFramingHandler(
            HttpServerLimits bounds, EventLoopMemoryBudgets memories, ConnectionCounters counters, boolean mayBeHttp2) {
        this.framing = new RequestBoundaryParser(bounds.maxHeaderBytes());
        this.memories = memories;
        this.counters = counters;
        this.mayBeHttp2 = mayBeHttp2;
    }

    /** Puts one in front of the decoder of a connection that has just begun, unless there is one. */
    static @Nullable RequestFramingHandler install(
            Channel channel, HttpServerLimits bounds, EventLoopMemoryBudgets memories, ConnectionCounters counters) {
        RequestFramingHandler there = channel.pipeline().get(RequestFramingHandler.class);
        if (there == null && channel.pipeline().get(DECODER) != null) {
            there = new RequestFramingHandler(bounds, memories, counters, false);
            channel.pipeline().addBefore(DECODER, "requestFramer", there);
        }
        return there;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        memory = memories.budgetOf(added.channel().eventLoop());
        pacer = added.pipeline().get(ReadPacer.class);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (refused || !(message instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(message);
            return;
        }
        ByteBuf before = input;
        input = before == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), before, bytes);
        passInput(context);
    }

    private void passInput(ChannelHandlerContext context) {
        try {
            while (input != null && !refused && tryPassNext(context)) {
                // One request, or a part of one, after the other.
            }
        } catch (MalformedRequestException e) {
            reject(context, e);
        }
        updateBackpressure();
    }

    /** Passes on what may be now; false when nothing may. */
    private boolean tryPassNext(ChannelHandlerContext context) throws MalformedRequestException {
        ByteBuf bytes = Objects.requireNonNull(input);
        boolean begins = framing.isBetweenRequests();
        if (begins && mayBeHttp2 && isHttp2Preface(bytes)) {
            if (bytes.readableBytes() >= HTTP2_PREFACE.length) {
                context.pipeline().remove(this);
            }
            return false;
        }
        held = paused || begins && !canBeginRequest(context);
        if (held) {
            return false;
        }
        int end = framing.advance(bytes, bytes.readerIndex());
        pacer.setInRequest(!framing.isBetweenRequests());
        int length = end - bytes.readerIndex();
        if (length == 0) {
            return false;
        }
        answering |= begins;
        ByteBuf next = bytes;
        if (length == bytes.readableBytes()) {
            input = null;
        } else {
            next = bytes.readRetainedSlice(length);
        }
        context.fireChannelRead(next);
        return true;
    }

    private boolean canBeginRequest(ChannelHandlerContext context) {
        if (answering || !context.channel().isWritable()) {
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

    private static boolean isHttp2Preface(ByteBuf bytes) {
        int length = Math.min(bytes.readableBytes(), HTTP2_PREFACE.length);
        return ByteBufUtil.equals(bytes, bytes.readerIndex(), Unpooled.wrappedBuffer(HTTP2_PREFACE), 0, length);
    }

    private void updateBackpressure() {
        long now = input == null ? 0 : input.readableBytes();
        if (held && now > (paused ? 0 : READ_AHEAD_BYTES)) {
            pacer.pause(ReadPacer.PauseReason.REQUEST);
        } else {
            pacer.resume(ReadPacer.PauseReason.REQUEST);
        }
        if (now != countedBytes) {
            memory.adjust(now - countedBytes);
            countedBytes = now;
        }
    }

    /** How many bytes wait. */
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
            ReadPacer.scheduleNextTurn(context, this::runTurn);
        }
    }

    private void runTurn(ChannelHandlerContext context) {
        turnScheduled = false;
        turnStartNanos = 0;
        if (input != null && !context.isRemoved()) {
            passInput(context);
            turnStartNanos = 0;
            context.fireChannelReadComplete();
        }
    }

    /** The answer to the request that was passed on last is complete. */
    public void onResponseComplete() {
        answering = false;
        resumeIfReady();
    }

    /** Passes nothing on, or goes on to do so. */
    public void setPaused(boolean pause) {
        paused = pause;
        resumeIfReady();
    }

    /** The connection has another protocol from now on. */
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

    private void reject(ChannelHandlerContext context, MalformedRequestException problem) {
        LOG.debug("Refused a request of {}: {}", context.channel().remoteAddress(), problem.getMessage());
        refused = true;
        if (problem.status() == HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.code()) {
            counters.largeHeads.increment();
        }
        discardInput();
        HttpResponseStatus status = HttpResponseStatus.valueOf(problem.status());
        byte[] body = MessageWriter.write(new Response.Failure(
                null, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem.getMessage())));
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

    private void discardInput() {
        ReferenceCountUtil.release(input);
        input = null;
        updateBackpressure();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        discardInput();
        context.fireChannelInactive();
    }

    /** The connection has another protocol now: what has come belongs to that. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ByteBuf bytes = input;
        input = null;
        updateBackpressure();
        pacer.setSlicing(true);
        if (bytes != null) {
            context.fireChannelRead(bytes);
            context.fireChannelReadComplete();
        }
    }
}
