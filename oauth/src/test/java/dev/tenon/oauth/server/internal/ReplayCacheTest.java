package dev.tenon.oauth.server.internal;

import static dev.tenon.oauth.server.internal.ReplayCache.ReplayStatus.FULL;
import static dev.tenon.oauth.server.internal.ReplayCache.ReplayStatus.NEW;
import static dev.tenon.oauth.server.internal.ReplayCache.ReplayStatus.USED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.server.internal.ReplayCache.ReplayStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplayCacheTest {
    private static final Duration RETENTION = Duration.ofSeconds(70);
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final ReplayCache cache = new ReplayCache(clock, RETENTION, 4);

    private ReplayStatus use(String key, String id) {
        return cache.markUsedAndGetStatus(key, id);
    }

    /** A proof from the future is valid until exactly the end of the retention. */
    @Test
    void a_proof_is_remembered_to_the_last_instant_of_its_retention() {
        assertThat(use("k", "1")).isEqualTo(NEW);
        clock.advance(RETENTION);
        assertThat(use("k", "1")).isEqualTo(USED);
        clock.advance(MILLISECOND);
        assertThat(use("k", "1")).isEqualTo(NEW);
    }

    @Test
    void a_rejected_repetition_does_not_extend_the_retention() {
        use("k", "1");
        clock.advance(RETENTION);
        use("k", "1");
        clock.advance(MILLISECOND);
        assertThat(use("k", "1")).isEqualTo(NEW);
    }

    @Test
    void equal_ids_of_different_keys_are_different_proofs() {
        assertThat(use("a", "1")).isEqualTo(NEW);
        assertThat(use("b", "1")).isEqualTo(NEW);
    }

    @Test
    void one_key_may_use_exactly_half_of_the_cache() {
        use("a", "1");
        use("a", "2");
        assertThat(use("a", "3")).isEqualTo(FULL);
        assertThat(use("a", "1")).as("a repetition is not a new entry").isEqualTo(USED);
        assertThat(use("b", "3")).isEqualTo(NEW);
    }

    @Test
    void a_full_cache_rejects_new_proofs_and_forgets_none() {
        use("a", "1");
        use("a", "2");
        use("b", "1");
        use("b", "2");
        assertThat(use("c", "1")).isEqualTo(FULL);
        assertThat(use("a", "1")).isEqualTo(USED);
        assertThat(use("b", "2")).isEqualTo(USED);
    }

    @Test
    void expired_proofs_return_the_share_of_their_key() {
        use("a", "1");
        clock.advance(RETENTION.dividedBy(2));
        use("a", "2");
        clock.advance(RETENTION.dividedBy(2).plus(MILLISECOND));
        assertThat(use("a", "3")).isEqualTo(NEW);
        assertThat(use("a", "4")).isEqualTo(FULL);
    }

    @Test
    void a_clock_that_is_set_back_forgets_no_proof() {
        use("a", "1");
        clock.advance(Duration.ofHours(-1));
        use("b", "1");
        clock.advance(RETENTION.plus(MILLISECOND));
        assertThat(use("a", "1")).isEqualTo(USED);
    }
}
