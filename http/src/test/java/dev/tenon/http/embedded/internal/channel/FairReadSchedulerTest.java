package dev.tenon.http.embedded.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, item 11: which of the connections that send much are read in a turn of their event loop. */
class FairReadSchedulerTest {
    private static final int LARGE = 64 << 10;
    private static final int PER_TURN = 4;

    private final FairReadScheduler reads = new FairReadScheduler();
    private final List<EmbeddedChannel> channels = new ArrayList<>();
    private final ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
    private final EmbeddedChannel loop = new EmbeddedChannel(handler);
    private final ChannelHandlerContext context = loop.pipeline().context(handler);

    @AfterEach
    void close() {
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
        loop.finishAndReleaseAll();
    }

    /** A connection that has sent much, and waits while others are before it. */
    private EmbeddedChannel sends(boolean isInRequest) {
        ReadPacer pacer = new ReadPacer(new EventLoopMemoryBudgets(1 << 20), Duration.ofMinutes(1), new LongAdder());
        pacer.setInRequest(isInRequest);
        EmbeddedChannel channel = new EmbeddedChannel(pacer);
        channels.add(channel);
        reads.onRead(LARGE, pacer, context);
        return channel;
    }

    private List<EmbeddedChannel> send(int count, boolean areInRequest) {
        List<EmbeddedChannel> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(sends(areInRequest));
        }
        return sent;
    }

    private void sendsAgain(EmbeddedChannel channel) {
        reads.onRead(LARGE, channel.pipeline().get(ReadPacer.class), context);
    }

    private void turn() {
        loop.runScheduledPendingTasks();
    }

    private static boolean isRead(EmbeddedChannel channel) {
        return channel.config().isAutoRead();
    }

    private static long read(List<EmbeddedChannel> of) {
        return of.stream().filter(FairReadSchedulerTest::isRead).count();
    }

    @Test
    void four_are_read_in_a_turn_and_the_others_wait() {
        List<EmbeddedChannel> all = send(10, false);
        assertThat(read(all)).isEqualTo(PER_TURN);
        turn();
        assertThat(read(all)).isEqualTo(2 * PER_TURN);
        turn();
        assertThat(read(all)).isEqualTo(10);
    }

    @Test
    void the_connection_that_waits_longest_is_read_first_among_equals() {
        send(PER_TURN, false);
        for (boolean areInRequest : new boolean[] {true, false}) {
            List<EmbeddedChannel> first = send(PER_TURN, areInRequest);
            send(PER_TURN, areInRequest);
            turn();
            assertThat(first).allMatch(FairReadSchedulerTest::isRead);
            turn();
        }
    }

    @Test
    void started_requests_go_first_but_one_other_connection_is_read_in_each_turn() {
        send(PER_TURN, false);
        List<EmbeddedChannel> others = send(2, false);
        List<EmbeddedChannel> started = send(6, true);
        turn();
        assertThat(others).extracting(FairReadSchedulerTest::isRead).containsExactly(true, false);
        assertThat(started)
                .extracting(FairReadSchedulerTest::isRead)
                .containsExactly(true, true, true, false, false, false);
        turn();
        assertThat(read(others)).isEqualTo(2);
        assertThat(read(started)).isEqualTo(6);
    }

    /** Otherwise parts of all requests would be buffered, and none would become complete. */
    @Test
    void the_oldest_started_request_is_read_first() {
        send(PER_TURN, false);
        EmbeddedChannel first = sends(true);
        send(2 * PER_TURN, true);
        turn();
        sendsAgain(first);
        assertThat(isRead(first)).isFalse();
        turn();
        assertThat(isRead(first)).isTrue();
    }

    @Test
    void no_connection_waits_forever() {
        send(PER_TURN, false);
        EmbeddedChannel started = sends(true);
        EmbeddedChannel other = sends(false);
        for (int i = 0; i < 2; i++) {
            send(PER_TURN, true);
            send(PER_TURN, false);
            turn();
        }
        assertThat(isRead(started)).isTrue();
        assertThat(isRead(other)).isTrue();
    }
}
