package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.SseEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ComebackTest {
    private final Comeback comeback = new Comeback(7);

    private static SseEvent retry(Duration time) {
        return SseEvent.prime("1").withRetry(time);
    }

    @Test
    void delays_grow_while_nothing_comes_of_it_and_end() {
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(1));
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(2));
        for (int i = 0; i < 5; i++) {
            assertThat(comeback.isWorthwhile()).isTrue();
            comeback.next();
        }
        assertThat(comeback.isWorthwhile()).isFalse();
    }

    @Test
    void no_delay_grows_beyond_half_a_minute_unless_the_server_asks_for_more() {
        for (int i = 0; i < 6; i++) {
            comeback.next();
        }
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(30));
        comeback.heard(retry(Duration.ofMinutes(2)));
        assertThat(comeback.next()).isEqualTo(Duration.ofMinutes(2));
        assertThat(comeback.next()).isEqualTo(Duration.ofMinutes(2));
        comeback.heard(retry(Duration.ofDays(9)));
        assertThat(comeback.next()).isEqualTo(Duration.ofHours(1));
    }

    /** Issue 20, item 40: a server that ends its stream at once with {@code retry: 0} was reconnected to 92 times in 25 s. */
    @Test
    void delays_have_a_minimum_and_grow_while_no_message_comes_whatever_the_server_asks_for() {
        Duration waited = Duration.ZERO;
        for (int i = 0; i < 8; i++) {
            comeback.heard(retry(Duration.ZERO));
            assertThat(comeback.isWorthwhile()).isTrue();
            waited = waited.plus(comeback.next());
        }
        assertThat(waited).isGreaterThan(Duration.ofSeconds(25));
        comeback.heard(SseEvent.of("{}".getBytes(UTF_8)));
        assertThat(comeback.next()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void an_event_or_a_long_quiet_stream_was_not_in_vain() {
        comeback.next();
        comeback.heard(SseEvent.of("{}".getBytes(UTF_8)));
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(1));
        comeback.lasted(Duration.ofSeconds(60));
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(1));
        comeback.lasted(Duration.ofSeconds(1));
        assertThat(comeback.next()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void an_id_that_no_header_can_hold_cannot_be_named() {
        comeback.heard(SseEvent.prime("e 1"));
        assertThat(comeback.lastEvent()).isEqualTo("e 1");
        comeback.heard(SseEvent.prime("\u00e9"));
        assertThat(comeback.lastEvent()).isNull();
        comeback.heard(SseEvent.prime("e2"));
        comeback.heard(SseEvent.prime("x".repeat(2000)));
        assertThat(comeback.lastEvent()).isNull();
    }
}
