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

    private final FairReadScheduler scheduler = new FairReadScheduler();
    private final List<EmbeddedChannel> channels = new ArrayList<>();
    private final ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
    private final EmbeddedChannel loop = new EmbeddedChannel(handler);
    private final ChannelHandlerContext context = loop.pipeline().context(handler);

    @AfterEach
    void close() {
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
        loop.finishAndReleaseAll();
    }

    /** Adds a connection that has sent much data, and waits while connections before it are read. */
    private EmbeddedChannel addSender(boolean inRequest) {
        ReadPacer pacer = new ReadPacer(new EventLoopMemoryBudgets(1 << 20), Duration.ofMinutes(1), new LongAdder());
        pacer.setInRequest(inRequest);
        EmbeddedChannel channel = new EmbeddedChannel(pacer);
        channels.add(channel);
        scheduler.onRead(LARGE, pacer, context);
        return channel;
    }

    private List<EmbeddedChannel> addSenders(int count, boolean inRequest) {
        List<EmbeddedChannel> senders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            senders.add(addSender(inRequest));
        }
        return senders;
    }

    private void readAgain(EmbeddedChannel channel) {
        scheduler.onRead(LARGE, channel.pipeline().get(ReadPacer.class), context);
    }

    private void runTurn() {
        loop.runScheduledPendingTasks();
    }

    private static boolean isReading(EmbeddedChannel channel) {
        return channel.config().isAutoRead();
    }

    private static long countReading(List<EmbeddedChannel> senders) {
        return senders.stream().filter(FairReadSchedulerTest::isReading).count();
    }

    @Test
    void four_are_read_in_a_turn_and_the_others_wait() {
        List<EmbeddedChannel> all = addSenders(10, false);
        assertThat(countReading(all)).isEqualTo(PER_TURN);
        runTurn();
        assertThat(countReading(all)).isEqualTo(2 * PER_TURN);
        runTurn();
        assertThat(countReading(all)).isEqualTo(10);
    }

    @Test
    void the_connection_that_waits_longest_is_read_first_among_equals() {
        addSenders(PER_TURN, false);
        for (boolean inRequest : new boolean[] {true, false}) {
            List<EmbeddedChannel> first = addSenders(PER_TURN, inRequest);
            addSenders(PER_TURN, inRequest);
            runTurn();
            assertThat(first).allMatch(FairReadSchedulerTest::isReading);
            runTurn();
        }
    }

    @Test
    void started_requests_go_first_but_one_other_connection_is_read_in_each_turn() {
        addSenders(PER_TURN, false);
        List<EmbeddedChannel> others = addSenders(2, false);
        List<EmbeddedChannel> started = addSenders(6, true);
        runTurn();
        assertThat(others).extracting(FairReadSchedulerTest::isReading).containsExactly(true, false);
        assertThat(started)
                .extracting(FairReadSchedulerTest::isReading)
                .containsExactly(true, true, true, false, false, false);
        runTurn();
        assertThat(countReading(others)).isEqualTo(2);
        assertThat(countReading(started)).isEqualTo(6);
    }

    /** Otherwise parts of all requests would be buffered, and none would become complete. */
    @Test
    void the_oldest_started_request_is_read_first() {
        addSenders(PER_TURN, false);
        EmbeddedChannel first = addSender(true);
        addSenders(2 * PER_TURN, true);
        runTurn();
        readAgain(first);
        assertThat(isReading(first)).isFalse();
        runTurn();
        assertThat(isReading(first)).isTrue();
    }

    @Test
    void no_connection_waits_forever() {
        addSenders(PER_TURN, false);
        EmbeddedChannel started = addSender(true);
        EmbeddedChannel other = addSender(false);
        for (int i = 0; i < 2; i++) {
            addSenders(PER_TURN, true);
            addSenders(PER_TURN, false);
            runTurn();
        }
        assertThat(isReading(started)).isTrue();
        assertThat(isReading(other)).isTrue();
    }
}
