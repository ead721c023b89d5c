package dev.tenon.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.server.LimitType;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingHttpResponse;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpStreamSupervisorTest {
    private final LimitHitCounters counters = new LimitHitCounters();
    private final ManualExecutor executor = new ManualExecutor();
    private final RecordingHttpResponse response = new RecordingHttpResponse();

    private HttpStreamSupervisor supervisor(Duration keepAlive) {
        ChannelLimits limits = new ChannelLimits(1 << 20, 4, 1000, Duration.ZERO);
        return new HttpStreamSupervisor(limits, keepAlive, counters);
    }

    /** A time of zero has passed as soon as the clock has advanced at all. */
    private void checkOnceTheClockHasAdvanced(HttpStreamSupervisor supervisor) {
        long start = System.nanoTime();
        while (System.nanoTime() == start) {
            Thread.onSpinWait();
        }
        supervisor.sendKeepAlivesAndExpire(executor::execute);
    }

    @Test
    void a_client_that_disconnects_is_removed() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ofHours(1));
        supervisor.open(response);
        assertThat(supervisor.size()).isOne();

        response.disconnect();

        assertThat(supervisor.size()).isZero();
    }

    @Test
    void a_client_that_has_already_disconnected_is_not_kept() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ofHours(1));
        response.disconnect();
        BackpressuredStream stream = supervisor.open(response);

        assertThat(stream.isOpen()).isFalse();
        assertThat(supervisor.size()).isZero();
    }

    @Test
    void a_stream_that_cannot_be_opened_is_not_kept() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ofHours(1));
        response.failToOpen();

        assertThatThrownBy(() -> supervisor.open(response)).hasMessage("the container failed");
        assertThat(supervisor.size()).isZero();
    }

    @Test
    void an_idle_stream_gets_a_comment() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ZERO);
        supervisor.open(response);
        response.stream().read(true);
        checkOnceTheClockHasAdvanced(supervisor);
        assertThat(response.stream().text()).isEmpty();

        executor.runAll();

        assertThat(response.stream().text()).startsWith(":");
    }

    @Test
    void a_client_that_does_not_read_is_disconnected() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ZERO);
        supervisor.open(response).enqueueEvenIfFull(new byte[1]);
        checkOnceTheClockHasAdvanced(supervisor);
        executor.runAll();

        assertThat(response.stream().ends()).containsExactly("abort");
        assertThat(counters.counts()).containsEntry(LimitType.QUEUE, 1L);
        assertThat(supervisor.size()).isZero();
    }

    @Test
    void a_client_that_reads_before_it_is_disconnected_stays_connected() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ofHours(1));
        BackpressuredStream stream = supervisor.open(response);
        stream.enqueueEvenIfFull(new byte[1]);
        checkOnceTheClockHasAdvanced(supervisor);
        response.stream().readOne();
        executor.runAll();

        assertThat(stream.isOpen()).isTrue();
        assertThat(counters.counts()).containsEntry(LimitType.QUEUE, 0L);
    }

    @Test
    void a_stream_that_was_closed_meanwhile_gets_no_comment() {
        HttpStreamSupervisor supervisor = supervisor(Duration.ZERO);
        BackpressuredStream stream = supervisor.open(response);
        checkOnceTheClockHasAdvanced(supervisor);
        stream.end();
        executor.runAll();

        assertThat(response.stream().text()).isEmpty();
    }
}
