package dev.tenon.guard.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UpstreamReachabilityTrackerTest {
    private final AtomicLong now = new AtomicLong();
    private final UpstreamReachabilityTracker reachability =
            new UpstreamReachabilityTracker(Duration.ofSeconds(30), now::get);

    private void recordCall(String upstream, CallFailure failure) {
        CallEnd end = new CallEnd(
                failure == null ? CallOutcome.PASSED : CallOutcome.UNANSWERED,
                List.of(),
                null,
                null,
                failure == null ? Revision.V2026_07_28 : null,
                Duration.ZERO,
                Duration.ZERO,
                failure);
        reachability
                .onCallStart(
                        new CallStart(PolicyMessage.request(upstream, "tools/list", Json.EMPTY_OBJECT), Instant.EPOCH))
                .onEnd(end);
    }

    private void loseConnection(String upstream, int times) {
        for (int i = 0; i < times; i++) {
            recordCall(upstream, CallFailure.CONNECTION);
        }
    }

    @Test
    void a_server_is_unreachable_after_three_consecutive_failures() {
        loseConnection("files", 2);
        assertThat(reachability.unreachableUpstreams()).isEmpty();
        loseConnection("files", 1);
        loseConnection("tickets", 1);
        assertThat(reachability.unreachableUpstreams())
                .containsExactly(PartReadiness.notReady("upstream files", "The server cannot be reached"));
    }

    @Test
    void the_first_response_makes_it_reachable() {
        loseConnection("files", 5);
        recordCall("files", null);
        assertThat(reachability.unreachableUpstreams()).isEmpty();
        loseConnection("files", 2);
        assertThat(reachability.unreachableUpstreams()).isEmpty();
    }

    @Test
    void it_becomes_ready_again_after_a_time_without_requests() {
        loseConnection("files", 3);
        now.set(Duration.ofSeconds(31).toNanos());
        assertThat(reachability.unreachableUpstreams()).isEmpty();
        loseConnection("files", 1);
        assertThat(reachability.unreachableUpstreams()).hasSize(1);
    }

    @Test
    void a_timeout_or_an_invalid_response_is_no_connection_failure() {
        for (int i = 0; i < 10; i++) {
            recordCall("files", CallFailure.TIMEOUT);
            recordCall("files", CallFailure.BAD_ANSWER);
        }
        assertThat(reachability.unreachableUpstreams()).isEmpty();
    }
}
