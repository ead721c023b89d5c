package dev.tenon.http.embedded.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.internal.channel.PacedChannels;
import dev.tenon.internal.buffer.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketReceiveBudgetTest {
    private static final int LIMIT = 100_000;
    private static final byte BINARY_FINAL = (byte) 0x82;
    private static final byte LENGTH_OF_8_BYTES = 127;

    private final EmbeddedChannel channel = PacedChannels.create(new WebSocket13FrameDecoder(false, false, 1 << 20));
    private final MemoryBudget budget = new MemoryBudget(LIMIT);
    private final AtomicInteger rejections = new AtomicInteger();
    private final WebSocketReceiveBudget received =
            new WebSocketReceiveBudget(channel, budget, rejections::incrementAndGet);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** Receives the start of a large frame, so that the decoder waits for the rest. */
    private void receiveFrameStart() {
        ByteBuf header = Unpooled.buffer()
                .writeByte(BINARY_FINAL)
                .writeByte(LENGTH_OF_8_BYTES)
                .writeLong(900_000);
        channel.writeInbound(header);
    }

    private ByteBuf receive(int bytes) {
        ByteBuf data = Unpooled.buffer(bytes).writeZero(bytes);
        channel.writeInbound(data);
        return data;
    }

    @Test
    void received_bytes_are_reserved_until_the_message_was_parsed() {
        receiveFrameStart();
        receive(50_000);
        assertThat(budget.used()).isEqualTo(50_010);
        assertThat(PacedChannels.isInRequest(channel)).isTrue();

        received.release();
        received.release();
        assertThat(budget.used()).isZero();
        assertThat(PacedChannels.isInRequest(channel)).isFalse();
    }

    @Test
    void a_message_without_room_is_rejected_once_and_all_further_input_is_discarded() {
        budget.tryGrow(0, 60_000);
        receiveFrameStart();
        receive(50_000);
        ByteBuf late = receive(10_000);

        assertThat(rejections).hasValue(1);
        assertThat(late.refCnt()).isZero();
        assertThat(budget.used()).isEqualTo(60_000);
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void a_rejected_message_releases_what_it_had_once() {
        budget.tryGrow(0, 60_000);
        receiveFrameStart();
        receive(20_000);
        receive(50_000);
        assertThat(budget.used()).isEqualTo(60_000);
        received.release();

        assertThat(budget.used()).isEqualTo(60_000);
    }

    @Test
    void only_an_incomplete_message_can_be_overdue() {
        assertThat(received.isOverdue(Duration.ofNanos(-1))).isFalse();
        receiveFrameStart();
        assertThat(received.isOverdue(Duration.ofNanos(-1))).isTrue();
        assertThat(received.isOverdue(Duration.ofHours(1))).isFalse();

        received.release();
        assertThat(received.isOverdue(Duration.ofNanos(-1))).isFalse();
    }

    @Test
    void a_pause_stops_reading_until_it_ends() {
        received.setPaused(true);
        assertThat(channel.config().isAutoRead()).isFalse();

        received.setPaused(false);
        assertThat(channel.config().isAutoRead()).isTrue();
    }
}
