package dev.tenon.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.server.internal.RecordingHttpStream;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackpressuredStreamTest {
    private static final int MAX_MESSAGES = 4;
    private static final int MAX_BYTES = 100;
    private static final int PART_BYTES = 64 << 10;
    private static final Instant EXPIRY = Instant.parse("2026-01-01T00:00:00Z");

    private final RecordingHttpStream http = new RecordingHttpStream();
    private final LimitHitCounters counters = new LimitHitCounters();
    private final List<String> events = new ArrayList<>();
    private final BackpressuredStream stream = new BackpressuredStream(
            http,
            new ChannelLimits(1 << 20, MAX_MESSAGES, MAX_BYTES, Duration.ofMinutes(1)),
            EXPIRY,
            counters,
            closed -> events.add("closed"));

    private void fill() {
        for (int i = 0; i < MAX_MESSAGES; i++) {
            stream.enqueueEvenIfFull(new byte[1]);
        }
    }

    @Test
    void bytes_are_accepted_up_to_the_limit() {
        stream.enqueueEvenIfFull(new byte[MAX_BYTES - 10]);

        assertThat(stream.hasCapacity(10)).isTrue();
        assertThat(stream.hasCapacity(11)).isFalse();
    }

    @Test
    void chunks_are_accepted_up_to_the_limit() {
        for (int i = 0; i < MAX_MESSAGES - 1; i++) {
            stream.enqueueEvenIfFull(new byte[1]);
        }
        assertThat(stream.hasCapacity(1)).isTrue();

        stream.enqueueEvenIfFull(new byte[1]);
        assertThat(stream.hasCapacity(1)).isFalse();
    }

    @Test
    void bytes_count_until_the_client_has_read_them() {
        fill();
        http.readOne();

        assertThat(stream.hasCapacity(1)).isTrue();
    }

    @Test
    void a_large_chunk_is_split_into_parts_in_order() {
        byte[] chunk = new byte[2 * PART_BYTES + 1];
        chunk[0] = 1;
        chunk[PART_BYTES] = 2;
        chunk[2 * PART_BYTES] = 3;
        stream.enqueueEvenIfFull(chunk);

        assertThat(http.parts()).extracting(part -> part[0]).containsExactly((byte) 1, (byte) 2, (byte) 3);
        assertThat(http.parts()).extracting(part -> part.length).containsExactly(PART_BYTES, PART_BYTES, 1);
    }

    @Test
    void a_chunk_of_exactly_one_part_is_not_split() {
        stream.enqueueEvenIfFull(new byte[PART_BYTES]);

        assertThat(http.parts()).hasSize(1);
    }

    @Test
    void an_action_runs_once_when_half_of_the_buffer_is_free() {
        fill();
        stream.onWritable(() -> events.add("writable"));
        http.readOne();
        assertThat(events).isEmpty();

        http.readOne();
        http.readOne();

        assertThat(events).containsExactly("writable");
    }

    @Test
    void the_end_runs_the_actions_that_wait_for_capacity() {
        fill();
        stream.onWritable(() -> events.add("writable"));
        stream.end();

        assertThat(events).containsExactly("closed", "writable");
    }

    @Test
    void a_stream_ends_once() {
        stream.end();
        stream.abort();
        stream.end();

        assertThat(http.ends()).containsExactly("end");
        assertThat(events).containsExactly("closed");
    }

    @Test
    void a_closed_stream_drops_chunks_and_never_makes_its_sender_wait() {
        fill();
        stream.abort();

        assertThat(stream.enqueueEvenIfFull(new byte[1])).isFalse();
        assertThat(stream.hasCapacity(MAX_BYTES + 1)).isTrue();
        ThreadBlockingContext.nonBlocking("event loop").run(stream::awaitWritableOrDisconnect);
        assertThat(http.parts()).hasSize(MAX_MESSAGES);
    }

    @Test
    void a_container_that_fails_at_the_end_does_not_keep_the_stream_open() {
        fill();
        stream.onWritable(() -> events.add("writable"));
        http.failAtEnd();

        assertThatThrownBy(stream::end).hasMessage("the container failed");
        assertThat(stream.isOpen()).isFalse();
        assertThat(events).containsExactly("closed", "writable");
    }

    @Test
    void an_action_that_ends_the_stream_while_it_is_written_is_safe() {
        fill();
        stream.onWritable(stream::end);
        http.read(true);

        assertThat(stream.isOpen()).isFalse();
        assertThat(stream.enqueueEvenIfFull(new byte[1])).isFalse();
        assertThat(events).containsExactly("closed");
    }

    @Test
    void a_stream_is_idle_only_if_everything_was_read() {
        stream.enqueueEvenIfFull(new byte[1]);
        long later = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        assertThat(stream.isIdle(later, 1000)).isFalse();

        http.readOne();
        assertThat(stream.isIdle(later, 1000)).isTrue();
        assertThat(stream.isIdle(later, Duration.ofMinutes(2).toNanos())).isFalse();
        stream.end();
        assertThat(stream.isIdle(later, 1000)).isFalse();
    }

    @Test
    void credentials_expire_at_their_time() {
        assertThat(stream.hasExpiredCredentials(EXPIRY.minusNanos(1))).isFalse();
        assertThat(stream.hasExpiredCredentials(EXPIRY)).isTrue();
    }
}
