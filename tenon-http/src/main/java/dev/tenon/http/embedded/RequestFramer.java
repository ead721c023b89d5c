package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
 * Passes the requests of one HTTP/1.1 connection to the decoder one at a time: the next one when the one before is answered, the
 * peer reads, and the event loop has had time for its other connections. Until then it stays bytes, and only a
 * little more is read. Refuses what {@link RequestFraming} refuses. Lives on one event loop.
 */
@SuppressWarnings("NullAway.Init") // what handlerAdded sets
final class RequestFramer extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final String DECODER = "httpDecoder";
    /** How HTTP/2 begins (RFC 9113, section 3.4), as far as it is no request of HTTP/1.1. */
    private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    /** What comes after a refusal is thrown away for a moment: a connection closed at once would take the answer with it. */
    private static final long LINGER_MS = 200;
    /** So much is read behind a request that is being answered: a peer that closes the connection is noticed only by reading. */
    private static final int READ_AHEAD_BYTES = 64 << 10;

    private final RequestFraming framing;
    private final LoopMemories memories;
    private final boolean mayBeHttp2;
    private ChannelHandlerContext context;
    private LoopMemory memory;
    private ReadPacer pacer;
    /** What has come and not been passed on. */
    private @Nullable ByteBuf input;

    private long counted;
    private boolean answering;
    private boolean paused;
    /** Whether what has come must wait, other than for the rest of it. */
    private boolean held;

    private boolean refused;
    private boolean turnDue;
    /** Whether this turn of the event loop has begun a request, and when it did; else 0. */
    private long turnBegan;

    private final ConnectionCounters counters;

    /**
     * One for a connection that has just begun.
     *
     * @param mayBeHttp2 whether HTTP/2 in clear text may come instead
     */
    RequestFramer(HttpBounds bounds, LoopMemories memories, ConnectionCounters counters, boolean mayBeHttp2) {
        this.framing = new RequestFraming(bounds.headerBytes());
        this.memories = memories;
        this.counters = counters;
        this.mayBeHttp2 = mayBeHttp2;
    }

    /** Puts one in front of the decoder of a connection that has just begun, unless there is one. */
    static @Nullable RequestFramer install(
            Channel channel, HttpBounds bounds, LoopMemories memories, ConnectionCounters counters) {
        RequestFramer there = channel.pipeline().get(RequestFramer.class);
        if (there == null && channel.pipeline().get(DECODER) != null) {
            there = new RequestFramer(bounds, memories, counters, false);
            channel.pipeline().addBefore(DECODER, "requestFramer", there);
        }
        return there;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        memory = memories.of(added.channel().eventLoop());
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
        pass(context);
    }

    private void pass(ChannelHandlerContext context) {
        try {
            while (input != null && !refused && passSome(context)) {
                // One request, or a part of one, after the other.
            }
        } catch (MalformedRequestException e) {
            refuse(context, e);
        }
        waits();
    }

    /** Passes on what may be now; false when nothing may. */
    private boolean passSome(ChannelHandlerContext context) throws MalformedRequestException {
        ByteBuf bytes = Objects.requireNonNull(input);
        boolean begins = framing.isBetweenRequests();
        if (begins && mayBeHttp2 && isHttp2(bytes)) {
            if (bytes.readableBytes() >= HTTP2_PREFACE.length) {
                context.pipeline().remove(this);
            }
            return false;
        }
        held = paused || begins && !mayBegin(context);
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

    private boolean mayBegin(ChannelHandlerContext context) {
        if (answering || !context.channel().isWritable()) {
            return false;
        }
        long now = System.nanoTime();
        if (turnBegan == 0) {
            turnBegan = now;
        } else if (now - turnBegan > ReadPacer.MAX_TURN_NANOS) {
            nextTurn();
            return false;
        }
        return true;
    }

    private static boolean isHttp2(ByteBuf bytes) {
        int length = Math.min(bytes.readableBytes(), HTTP2_PREFACE.length);
        return ByteBufUtil.equals(bytes, bytes.readerIndex(), Unpooled.wrappedBuffer(HTTP2_PREFACE), 0, length);
    }

    private void waits() {
        long now = input == null ? 0 : input.readableBytes();
        if (held && now > (paused ? 0 : READ_AHEAD_BYTES)) {
            pacer.pause(ReadPacer.Reason.REQUEST);
        } else {
            pacer.resume(ReadPacer.Reason.REQUEST);
        }
        if (now != counted) {
            memory.add(now - counted);
            counted = now;
        }
    }

    /** How many bytes wait. */
    long waiting() {
        return counted;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        turnBegan = 0;
        context.fireChannelReadComplete();
    }

    private void nextTurn() {
        if (!turnDue) {
            turnDue = true;
            ReadPacer.nextTurn(context, this::turn);
        }
    }

    private void turn(ChannelHandlerContext context) {
        turnDue = false;
        turnBegan = 0;
        if (input != null && !context.isRemoved()) {
            pass(context);
            turnBegan = 0;
            context.fireChannelReadComplete();
        }
    }

    /** The answer to the request that was passed on last is complete. */
    void answered() {
        answering = false;
        goOn();
    }

    /** Passes nothing on, or goes on to do so. */
    void pause(boolean pause) {
        paused = pause;
        goOn();
    }

    /** The connection has another protocol from now on. */
    void leave() {
        if (!context.isRemoved()) {
            context.pipeline().remove(this);
        }
    }

    private void goOn() {
        if (!paused && held && input != null) {
            nextTurn();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.fireChannelWritabilityChanged();
        if (context.channel().isWritable()) {
            goOn();
        }
    }

    private void refuse(ChannelHandlerContext context, MalformedRequestException problem) {
        LOG.debug("Refused a request of {}: {}", context.channel().remoteAddress(), problem.getMessage());
        refused = true;
        if (problem.status() == HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.code()) {
            counters.largeHeads.increment();
        }
        drop();
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

    private void drop() {
        ReferenceCountUtil.release(input);
        input = null;
        waits();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        drop();
        context.fireChannelInactive();
    }

    /** The connection has another protocol now: what has come belongs to that. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ByteBuf bytes = input;
        input = null;
        waits();
        pacer.passInPieces(true);
        if (bytes != null) {
            context.fireChannelRead(bytes);
            context.fireChannelReadComplete();
        }
    }
}
