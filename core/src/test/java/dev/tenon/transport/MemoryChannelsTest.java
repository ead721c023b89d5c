package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MemoryChannelsTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(10, 4, 100, Duration.ofSeconds(20));
    private static final byte[] MESSAGE = "{}".getBytes(UTF_8);

    private final MemoryChannels.ChannelPair pair = MemoryChannels.pair(LIMITS);
    private final RecordingReceiver left = new RecordingReceiver();
    private final RecordingReceiver right = new RecordingReceiver();

    private void openBoth() {
        pair.left().open(left);
        pair.right().open(right);
    }

    @Test
    void messages_pass_in_both_directions() throws Exception {
        openBoth();
        for (int i = 0; i < 100; i++) {
            pair.left().send(("l" + i).getBytes(UTF_8));
            pair.right().send(("r" + i).getBytes(UTF_8));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(right.next()).isEqualTo("l" + i);
            assertThat(left.next()).isEqualTo("r" + i);
        }
    }

    @Test
    void messages_sent_before_the_peer_opens_arrive() throws Exception {
        pair.left().send(MESSAGE);
        openBoth();
        assertThat(right.next()).isEqualTo("{}");
    }

    @Test
    void an_empty_message_does_not_lose_others() throws Exception {
        pair.left().send(new byte[0]);
        pair.left().send(MESSAGE);
        openBoth();
        assertThat(right.next()).isEmpty();
        assertThat(right.next()).isEqualTo("{}");
    }

    @Test
    void a_message_beyond_the_limit_is_reported_and_the_next_delivered() throws Exception {
        openBoth();
        pair.left().send("01234567890".getBytes(UTF_8));
        pair.left().send("0123456789".getBytes(UTF_8));
        assertThat(right.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
        assertThat(right.next()).isEqualTo("0123456789");
    }

    @Test
    void closing_one_side_delivers_sent_messages_and_closes_the_peer() throws Exception {
        pair.left().send(MESSAGE);
        pair.left().close();
        openBoth();
        assertThat(right.next()).isEqualTo("{}");
        assertThat(right.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThatThrownBy(() -> pair.left().send(MESSAGE)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> pair.right().send(MESSAGE)).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void both_sides_are_notified_of_the_close_once() throws Exception {
        openBoth();
        pair.left().close();
        pair.right().close();
        pair.left().close();
        assertThat(left.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(right.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(left.isEmpty() && right.isEmpty()).isTrue();
    }

    @Test
    void a_receiver_that_does_not_read_is_disconnected_after_the_timeout() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        MemoryChannels.ChannelPair shortTimeoutPair =
                MemoryChannels.pair(new ChannelLimits(10, 4, 100, Duration.ofMillis(300)));
        shortTimeoutPair.left().open(left);
        shortTimeoutPair.right().open(new BlockedReceiver(release));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        shortTimeoutPair.left().send(MESSAGE);
                    }
                })
                .isInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("did not read");
        assertThat(left.awaitClosed()).isTrue();
        release.countDown();
    }

    @Test
    void a_receiver_may_close_its_own_channel() throws Exception {
        pair.left().open(left);
        pair.right().open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                pair.right().close();
            }

            @Override
            public void onOversizedMessage() {}

            @Override
            public void onClosed() {
                right.onClosed();
            }
        });
        pair.left().send(MESSAGE);
        assertThat(right.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(left.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    private record BlockedReceiver(CountDownLatch release) implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {}
    }
}
