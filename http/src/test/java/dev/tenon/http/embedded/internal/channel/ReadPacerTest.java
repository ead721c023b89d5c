package dev.tenon.http.embedded.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.internal.channel.ReadPacer.PauseReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadPacerTest {
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);
    private static final int PIECE_BYTES = 4096;

    private final EventLoopMemoryBudgets budgets = new EventLoopMemoryBudgets(1 << 20);
    private final LongAdder slowSenders = new LongAdder();
    private final ReadPacer pacer = new ReadPacer(budgets, IDLE_TIMEOUT, slowSenders);
    private int readCount;
    private int passedBytes;
    private Duration handlingTime = Duration.ZERO;
    private final EmbeddedChannel channel = new EmbeddedChannel(new ReadCounter(), pacer, new SlowHandler());
    private final EventLoopMemoryBudget memory = budgets.budgetOf(channel.eventLoop());

    /** Counts the reads that reach the network. */
    private final class ReadCounter extends ChannelOutboundHandlerAdapter {
        @Override
        public void read(ChannelHandlerContext context) {
            readCount++;
        }
    }

    /** Takes some time for each piece. */
    private final class SlowHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            passedBytes += ((ByteBuf) message).readableBytes();
            ((ByteBuf) message).release();
            long end = System.nanoTime() + handlingTime.toNanos();
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(memory.bytes()).as("counted bytes after the close").isZero();
    }

    private boolean isReading() {
        return channel.config().isAutoRead();
    }

    private ByteBuf receive(int bytes) {
        ByteBuf data = Unpooled.buffer(bytes).writeZero(bytes);
        channel.pipeline().fireChannelRead(data);
        return data;
    }

    @Test
    void reading_is_resumed_when_no_reason_is_left() {
        pacer.pause(PauseReason.REQUEST);
        pacer.pause(PauseReason.NOT_WRITABLE);
        pacer.resume(PauseReason.REQUEST);
        assertThat(isReading()).isFalse();

        pacer.resume(PauseReason.NOT_WRITABLE);
        assertThat(isReading()).isTrue();
    }

    @Test
    void a_reason_that_was_not_given_does_not_resume_reading() {
        pacer.pause(PauseReason.REQUEST);
        pacer.resume(PauseReason.TURN);

        assertThat(isReading()).isFalse();
    }

    @Test
    void reading_that_another_handler_disabled_stays_disabled() {
        channel.config().setAutoRead(false);
        pacer.pause(PauseReason.REQUEST);
        pacer.resume(PauseReason.REQUEST);

        assertThat(isReading()).isFalse();
    }

    @Test
    void a_read_that_is_requested_during_a_pause_is_made_up_for() {
        channel.config().setAutoRead(false);
        pacer.pause(PauseReason.REQUEST);
        int before = readCount;
        channel.read();
        assertThat(readCount).isEqualTo(before);

        pacer.resume(PauseReason.REQUEST);
        assertThat(readCount).isEqualTo(before + 1);
    }

    @Test
    void data_that_arrive_during_a_pause_disable_reading_again() {
        pacer.pause(PauseReason.REQUEST);
        channel.config().setAutoRead(true);
        receive(1);
        assertThat(isReading()).isFalse();

        pacer.resume(PauseReason.REQUEST);
        assertThat(isReading()).isTrue();
    }

    @Test
    void a_pause_is_counted_once_and_large_reads_are_not_counted() {
        pacer.pause(PauseReason.LARGE_READ);
        pacer.resume(PauseReason.LARGE_READ);
        assertThat(memory.pauses.sum()).isZero();

        pacer.pause(PauseReason.REQUEST);
        pacer.pause(PauseReason.TURN);
        assertThat(memory.pauses.sum()).isEqualTo(1);
    }

    @Test
    void the_rest_of_a_long_turn_is_counted_and_passed_on_later_in_order() {
        handlingTime = Duration.ofMillis(1);
        receive(2 * PIECE_BYTES);
        assertThat(passedBytes).isEqualTo(PIECE_BYTES);
        assertThat(memory.bytes()).isEqualTo(PIECE_BYTES);
        assertThat(isReading()).isFalse();

        receive(10);
        assertThat(passedBytes).isEqualTo(PIECE_BYTES);
        channel.runScheduledPendingTasks();
        channel.runScheduledPendingTasks();
        assertThat(passedBytes).isEqualTo(2 * PIECE_BYTES + 10);
        assertThat(isReading()).isTrue();
    }

    @Test
    void the_rest_is_released_with_the_connection() {
        handlingTime = Duration.ofMillis(1);
        ByteBuf data = receive(9 * PIECE_BYTES);
        channel.close();

        assertThat(data.refCnt()).isZero();
        assertThat(passedBytes).isLessThan(9 * PIECE_BYTES);
    }

    @Test
    void a_connection_that_is_not_registered_in_time_is_closed() {
        receive(1);
        channel.advanceTimeBy(IDLE_TIMEOUT.toSeconds() / 2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();

        channel.advanceTimeBy(IDLE_TIMEOUT.toSeconds() / 2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(slowSenders.sum()).isEqualTo(1);
    }

    @Test
    void a_connection_without_data_is_closed_but_not_counted_as_slow() {
        channel.advanceTimeBy(IDLE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(slowSenders.sum()).isZero();
    }

    @Test
    void the_start_of_a_request_is_kept_until_its_end() {
        pacer.setInRequest(true);
        long start = pacer.requestStartNanos();
        pacer.setInRequest(true);
        assertThat(pacer.requestStartNanos()).isEqualTo(start);

        pacer.setInRequest(false);
        assertThat(pacer.isInRequest()).isFalse();
    }
}
