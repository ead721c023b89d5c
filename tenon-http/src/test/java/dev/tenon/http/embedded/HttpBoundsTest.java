package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each bound can be changed by itself. */
class HttpBoundsTest {
    @Test
    void each_bound_is_changed_by_itself() {
        HttpBounds changed = HttpBounds.DEFAULT
                .withConnections(1)
                .withHeaderBytes(2)
                .withBodyTime(Duration.ofMillis(3))
                .withBodyBytes(4)
                .withWaitingBytes(5)
                .withIdle(Duration.ofMillis(6))
                .withAnswerTime(Duration.ofMillis(7))
                .withStreamsPerConnection(8)
                .withPing(Duration.ofMillis(9));

        assertThat(changed)
                .isEqualTo(new HttpBounds(
                        1,
                        2,
                        Duration.ofMillis(3),
                        4,
                        5,
                        Duration.ofMillis(6),
                        Duration.ofMillis(7),
                        8,
                        Duration.ofMillis(9)));
    }

    @Test
    void a_bound_below_one_is_refused() {
        assertThatThrownBy(() -> HttpBounds.DEFAULT.withConnections(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Every bound must be at least 1");
    }
}
