package dev.tenon.http.embedded.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpConnection;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionMonitorTest {
    private static final int LIMIT = (int) FakeHttpServer.PENDING_LIMIT;

    private final FakeHttpServer server = new FakeHttpServer();
    private final ConnectionMonitor monitor = new ConnectionMonitor(server.resources, server.channel.eventLoop());

    /** Adds a connection whose client does not read a response of this size. */
    private HttpConnection addSlowReader(int bytes) {
        HttpConnection connection = server.newConnection();
        FakeHttpExchange http = new FakeHttpExchange(server, monitor.getOrRegister(connection));
        http.endBody();
        http.writer().send(200, Map.of(), new byte[bytes]);
        return connection;
    }

    @Test
    void a_connection_is_registered_once() {
        HttpConnection connection = server.newConnection();

        assertThat(monitor.getOrRegister(connection)).isSameAs(monitor.getOrRegister(connection));
    }

    @Test
    void nothing_is_aborted_up_to_the_memory_limit() {
        addSlowReader(LIMIT);
        server.runLoopTasks();

        assertThat(server.closed).isEmpty();
    }

    @Test
    void beyond_four_times_the_limit_clients_are_aborted_the_longest_waiting_first_until_there_is_room() {
        HttpConnection first = addSlowReader(3 * LIMIT);
        addSlowReader(LIMIT - 1);
        addSlowReader(1);
        server.runLoopTasks();

        assertThat(server.closed).containsExactly(first);
        assertThat(server.memory.bytes()).isEqualTo(LIMIT);
        assertThat(server.memory.evictions.sum()).isEqualTo(1);
    }

    @Test
    void an_evicted_response_whose_write_fails_later_is_not_subtracted_twice() {
        HttpConnection connection = server.newConnection();
        FakeHttpExchange http = new FakeHttpExchange(server, monitor.getOrRegister(connection));
        http.writer().send(200, Map.of(), new byte[4 * LIMIT]);
        server.runLoopTasks();
        http.failWrite();

        assertThat(server.memory.bytes()).isZero();
    }

    @Test
    void the_memory_and_requests_of_a_lost_connection_are_not_counted_any_more() {
        HttpConnection connection = addSlowReader(LIMIT / 2);
        ClientConnection lost = monitor.getOrRegister(connection);
        server.loseConnection(connection);
        server.loseConnection(connection);

        assertThat(server.memory.bytes()).isZero();
        assertThat(server.resources.activeExchanges()).hasValue(0);
        assertThat(monitor.getOrRegister(connection)).isNotSameAs(lost);
    }

    @Test
    void only_a_flood_of_reset_streams_is_counted_as_one() {
        HttpConnection connection = server.newConnection();
        monitor.getOrRegister(connection);
        server.failConnection(connection, new Http2Exception(Http2Error.ENHANCE_YOUR_CALM));
        server.failConnection(connection, new Http2Exception(Http2Error.PROTOCOL_ERROR));
        server.failConnection(connection, new IOException("expected by the test"));

        assertThat(server.resources.counters().resetFloods.sum()).isEqualTo(1);
    }
}
