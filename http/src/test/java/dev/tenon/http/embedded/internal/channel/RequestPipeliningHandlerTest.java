package dev.tenon.http.embedded.internal.channel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.HttpServerLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, item 11: when received data is read and passed on. */
class RequestPipeliningHandlerTest {
    private static final String FIRST = "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
    private static final String SECOND = "POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

    /** Simulates the work of the event loop for its other connections. */
    private static final String OTHER = "<other>";

    private final List<String> passedData = new ArrayList<>();
    private final EventLoopMemoryBudgets memoryBudgets = new EventLoopMemoryBudgets(1 << 20);
    private final ReadPacer pacer =
            new ReadPacer(memoryBudgets, HttpServerLimits.DEFAULT.idleTimeout(), new LongAdder());
    private final RequestPipeliningHandler handler =
            new RequestPipeliningHandler(HttpServerLimits.DEFAULT, memoryBudgets, new LimitViolationCounters(), true);
    private Duration busy = Duration.ZERO;
    private boolean respondsImmediately;
    private final EmbeddedChannel channel = new EmbeddedChannel(pacer, handler, new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            passedData.add(bytes.toString(ISO_8859_1));
            bytes.release();
            spin(busy);
            if (!busy.isZero()) {
                context.executor().schedule(() -> passedData.add(OTHER), 0, TimeUnit.NANOSECONDS);
            }
            if (respondsImmediately) {
                handler.onResponseComplete();
            }
        }
    });

    private static void spin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void assertNoDataLeft() {
        channel.finishAndReleaseAll();
        assertThat(memoryBudgets.sum(EventLoopMemoryBudget::bytes)).isZero();
    }

    private void receive(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, ISO_8859_1));
    }

    private void runPendingTasks() {
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    private void disableSlicing() {
        pacer.setSlicing(false);
    }

    @Test
    void the_next_request_waits_for_the_previous_response() {
        disableSlicing();
        receive(FIRST + SECOND);
        assertThat(String.join("", passedData)).isEqualTo(FIRST);
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(memoryBudgets.sum(EventLoopMemoryBudget::bytes)).isEqualTo(SECOND.length());
        handler.onResponseComplete();
        runPendingTasks();
        assertThat(String.join("", passedData)).isEqualTo(FIRST + SECOND);
    }

    @Test
    void nothing_more_is_read_while_64_kib_are_pending() {
        disableSlicing();
        String requests = FIRST.repeat((64 << 10) / FIRST.length());
        receive(FIRST + requests);
        assertThat(channel.config().isAutoRead()).isTrue();
        receive(FIRST);
        assertThat(channel.config().isAutoRead()).isFalse();
        respondsImmediately = true;
        handler.onResponseComplete();
        while (memoryBudgets.sum(EventLoopMemoryBudget::bytes) > 0) {
            runPendingTasks();
        }
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(String.join("", passedData)).isEqualTo(FIRST + requests + FIRST);
    }

    @Test
    void a_request_waits_while_the_client_does_not_read() {
        disableSlicing();
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(10, 20));
        channel.write(Unpooled.copiedBuffer("x".repeat(100), ISO_8859_1));
        receive(FIRST);
        assertThat(passedData).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.flush();
        runPendingTasks();
        assertThat(String.join("", passedData)).isEqualTo(FIRST);
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(memoryBudgets.sum(memory -> memory.pauses.sum())).isPositive();
    }

    @Test
    void requests_that_take_long_are_passed_on_in_several_turns() {
        disableSlicing();
        busy = Duration.ofNanos(2 * ReadPacer.MAX_TURN_NANOS);
        respondsImmediately = true;
        receive(FIRST.repeat(3));
        runPendingTasks();
        assertThat(passedData).containsExactly(FIRST, OTHER, FIRST, OTHER, FIRST, OTHER);
    }

    @Test
    void a_request_that_arrives_byte_by_byte_is_passed_on() {
        disableSlicing();
        for (String one : (FIRST + SECOND).split("")) {
            receive(one);
            handler.onResponseComplete();
            runPendingTasks();
        }
        assertThat(String.join("", passedData)).isEqualTo(FIRST + SECOND);
    }

    @Test
    void other_protocols_are_passed_on_in_pieces_and_in_several_turns() {
        busy = Duration.ofNanos(2 * ReadPacer.MAX_TURN_NANOS);
        String preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        receive(preface + "f".repeat((8 << 10) - preface.length()) + "rest");
        runPendingTasks();
        assertThat(passedData).hasSize(6).element(1).isEqualTo(OTHER);
        assertThat(passedData).element(4).isEqualTo("rest");
        assertThat(channel.config().isAutoRead()).isTrue();
    }
}
