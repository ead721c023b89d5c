package dev.tenon.http.embedded.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.internal.channel.LimitViolationCounters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class VertxExchangeTest {
    private final FakeHttpServer server = new FakeHttpServer();
    private final ClientConnection connection = server.newClientConnection();
    private final FakeHttpExchange http = new FakeHttpExchange(server, connection);
    private final LimitViolationCounters counters = server.resources.counters();

    private void checkTimeoutsAfter(Duration time) {
        http.exchange.abortIfTimedOut(System.nanoTime() + time.toNanos(), counters);
    }

    private void send(String text) {
        http.writer().send(200, Map.of(), text.getBytes(UTF_8));
    }

    @Test
    void a_body_that_takes_longer_than_its_timeout_aborts_the_request() {
        checkTimeoutsAfter(FakeHttpServer.LIMITS.bodyTimeout().minusSeconds(5));
        assertThat(server.closed).isEmpty();

        checkTimeoutsAfter(FakeHttpServer.LIMITS.bodyTimeout());
        assertThat(server.closed).hasSize(1);
        assertThat(counters.slowSenders.sum()).isEqualTo(1);
        assertThat(counters.slowReaders.sum()).isZero();
    }

    @Test
    void a_request_with_a_complete_body_may_be_processed_for_any_time() {
        http.endBody();
        checkTimeoutsAfter(Duration.ofDays(1));

        assertThat(server.closed).isEmpty();
    }

    @Test
    void a_response_that_is_not_read_within_its_timeout_aborts_the_request() {
        http.endBody();
        send("abc");
        checkTimeoutsAfter(FakeHttpServer.LIMITS.responseTimeout().minusSeconds(5));
        assertThat(server.closed).isEmpty();

        checkTimeoutsAfter(FakeHttpServer.LIMITS.responseTimeout());
        assertThat(server.closed).hasSize(1);
        assertThat(counters.slowReaders.sum()).isEqualTo(1);
    }

    @Test
    void a_request_is_active_until_both_its_body_and_its_response_have_ended() {
        send("abc");
        http.completeWrite();
        assertThat(server.resources.activeExchanges()).hasValue(1);

        http.endBody();
        assertThat(server.resources.activeExchanges()).hasValue(0);
    }

    @Test
    void a_request_that_ends_after_its_connection_is_not_counted_twice() {
        send("abc");
        connection.releaseExchanges();
        assertThat(server.memory.bytes()).isZero();
        assertThat(server.resources.activeExchanges()).hasValue(0);

        http.completeWrite();
        http.endBody();
        assertThat(server.memory.bytes()).isZero();
        assertThat(server.resources.activeExchanges()).hasValue(0);
    }

    @Test
    void an_idle_connection_is_closed_only_without_active_requests() {
        long later = System.nanoTime() + Duration.ofDays(1).toNanos();
        http.endBody();
        connection.enforceTimeouts(later, FakeHttpServer.LIMITS);
        assertThat(server.closed).isEmpty();

        send("abc");
        http.completeWrite();
        connection.enforceTimeouts(later, FakeHttpServer.LIMITS);
        assertThat(server.closed).hasSize(1);
    }
}
