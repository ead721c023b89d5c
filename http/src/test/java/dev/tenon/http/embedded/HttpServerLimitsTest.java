package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each limit can be changed separately. */
class HttpServerLimitsTest {
    @Test
    void each_limit_is_changed_separately() {
        HttpServerLimits changed = HttpServerLimits.DEFAULT
                .withMaxConnections(1)
                .withMaxHeaderBytes(2)
                .withBodyTimeout(Duration.ofMillis(3))
                .withMaxBodyBytes(4)
                .withMaxPendingBytes(5)
                .withIdleTimeout(Duration.ofMillis(6))
                .withResponseTimeout(Duration.ofMillis(7))
                .withMaxStreamsPerConnection(8)
                .withPingInterval(Duration.ofMillis(9));

        assertThat(changed)
                .isEqualTo(new HttpServerLimits(
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
    void a_limit_below_one_is_rejected() {
        assertThatThrownBy(() -> HttpServerLimits.DEFAULT.withMaxConnections(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Every limit must be at least 1");
    }
}
