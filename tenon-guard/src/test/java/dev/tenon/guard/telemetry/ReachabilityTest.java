package dev.tenon.guard.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.Failure;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReachabilityTest {
    private final AtomicLong now = new AtomicLong();
    private final Reachability reachability = new Reachability(Duration.ofSeconds(30), now::get);

    private void asked(String upstream, Failure failure) {
        Ended how = new Ended(
                failure == null ? CallVerdict.PASSED : CallVerdict.UNANSWERED,
                List.of(),
                null,
                null,
                failure == null ? Revision.V2026_07_28 : null,
                Duration.ZERO,
                Duration.ZERO,
                failure);
        reachability
                .begun(new Exchange(Passage.request(upstream, "tools/list", Json.EMPTY_OBJECT), Instant.EPOCH))
                .ended(how);
    }

    private void lost(String upstream, int times) {
        for (int i = 0; i < times; i++) {
            asked(upstream, Failure.CONNECTION);
        }
    }

    @Test
    void a_server_that_was_not_reached_three_times_in_a_row_is_missing() {
        lost("files", 2);
        assertThat(reachability.missing()).isEmpty();
        lost("files", 1);
        lost("tickets", 1);
        assertThat(reachability.missing())
                .containsExactly(Readiness.not("upstream files", "The server cannot be reached"));
    }

    @Test
    void it_is_back_with_the_first_answer() {
        lost("files", 5);
        asked("files", null);
        assertThat(reachability.missing()).isEmpty();
        lost("files", 2);
        assertThat(reachability.missing()).isEmpty();
    }

    @Test
    void it_is_tried_again_after_a_while_though_nobody_asked_it() {
        lost("files", 3);
        now.set(Duration.ofSeconds(31).toNanos());
        assertThat(reachability.missing()).isEmpty();
        lost("files", 1);
        assertThat(reachability.missing()).hasSize(1);
    }

    @Test
    void a_slow_or_wrong_answer_is_none_of_that() {
        for (int i = 0; i < 10; i++) {
            asked("files", Failure.TIMEOUT);
            asked("files", Failure.BAD_ANSWER);
        }
        assertThat(reachability.missing()).isEmpty();
    }
}
