package dev.tenon.server.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestCounterTest {
    private static final int MAX = 2;

    private final RequestCounter counter = new RequestCounter();

    @Test
    void requests_begin_up_to_the_maximum() {
        assertThat(counter.tryBegin(MAX)).isTrue();
        assertThat(counter.tryBegin(MAX)).isTrue();
        assertThat(counter.tryBegin(MAX)).isFalse();

        assertThat(counter.runningCount()).isEqualTo(MAX);
    }

    @Test
    void a_request_that_did_not_begin_leaves_no_count() {
        counter.tryBegin(1);
        counter.tryBegin(1);
        counter.undoBegin();

        assertThat(counter.runningCount()).isZero();
        assertThat(counter.tryBegin(1)).isTrue();
    }

    @Test
    void a_completed_request_makes_room_before_its_response_is_sent() {
        counter.tryBegin(1);
        counter.countCompleted();

        assertThat(counter.runningCount()).isZero();
        assertThat(counter.tryBegin(1)).isTrue();
    }

    @Test
    void responses_that_are_sent_before_the_end_do_not_change_the_running_count() {
        counter.tryBegin(MAX);
        counter.tryBegin(MAX);
        counter.countResponseSent();
        counter.countResponseSent();

        assertThat(counter.runningCount()).isEqualTo(MAX);
    }

    @Test
    @Timeout(10)
    void nothing_is_waited_for_when_all_responses_were_sent() {
        counter.tryBegin(MAX);
        counter.tryBegin(MAX);
        counter.countCompleted();
        counter.countResponseSent();
        counter.countResponseSent();

        counter.awaitAllResponsesSent(Duration.ofHours(1));

        assertThat(counter.runningCount()).isOne();
    }

    @Test
    @Timeout(10)
    void a_request_that_did_not_begin_has_no_pending_response() {
        counter.tryBegin(1);
        counter.tryBegin(1);
        counter.countCompleted();
        counter.countResponseSent();

        counter.awaitAllResponsesSent(Duration.ofHours(1));

        assertThat(counter.runningCount()).isZero();
    }
}
