package dev.tenon.http.embedded.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class VertxResponseWriterTest {
    private final FakeHttpServer server = new FakeHttpServer();
    private final ClientConnection connection = server.newClientConnection();
    private final FakeHttpExchange http = new FakeHttpExchange(server, connection);
    private final VertxResponseWriter writer = http.writer();
    private final List<String> written = new ArrayList<>();

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private void write(String text) {
        writer.write(bytes(text), () -> written.add(text));
    }

    private void openStream() {
        writer.openStream(Map.of("X-Test", "1"));
    }

    @Test
    void a_response_counts_as_pending_until_it_has_been_sent() {
        http.endBody();
        writer.send(200, Map.of(), bytes("abc"));
        assertThat(http.output).containsExactly("end(abc)");
        assertThat(server.memory.bytes()).isEqualTo(3);
        assertThat(server.resources.activeExchanges()).hasValue(1);

        http.completeWrite();
        assertThat(server.memory.bytes()).isZero();
        assertThat(server.resources.activeExchanges()).hasValue(0);
    }

    @Test
    void only_the_first_response_is_sent() {
        writer.send(200, Map.of(), bytes("first"));
        writer.send(500, Map.of(), bytes("second"));

        assertThat(http.output).containsExactly("end(first)");
        assertThatThrownBy(() -> writer.openStream(Map.of())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_response_that_cannot_be_sent_closes_the_connection_and_releases_its_memory_once() {
        writer.send(200, Map.of(), bytes("abc"));
        http.loseConnection();
        http.failWrite();

        assertThat(server.memory.bytes()).isZero();
        assertThat(server.closed).hasSize(1);
    }

    @Test
    void a_large_response_is_sent_in_parts_as_the_network_accepts_them() {
        byte[] large = new byte[(64 << 10) + 1];
        http.isNetworkFull = true;
        writer.send(200, Map.of(), large);
        assertThat(http.output).isEmpty();
        assertThat(http.responseHeaders.get("Content-Length")).isEqualTo(String.valueOf(large.length));

        http.drain();
        assertThat(http.output).hasSize(3).last().isEqualTo("end()");
        http.completeWrite();
        assertThat(server.memory.bytes()).isEqualTo(1);
    }

    @Test
    void pieces_of_one_turn_are_written_together() {
        openStream();
        write("a");
        write("b");
        assertThat(http.output).isEmpty();

        server.runLoopTasks();
        assertThat(http.output).containsExactly("write(ab)");
        assertThat(written).isEmpty();
        http.completeWrite();
        assertThat(written).containsExactly("a", "b");
    }

    @Test
    void a_stream_without_pieces_sends_its_head() {
        openStream();
        server.runLoopTasks();

        assertThat(http.output).containsExactly("writeHead()");
    }

    @Test
    void a_stream_that_ends_in_its_first_turn_is_sent_as_one_response() {
        openStream();
        write("a");
        writer.end();
        server.runLoopTasks();

        assertThat(http.output).containsExactly("end(a)");
    }

    @Test
    void the_end_of_a_stream_waits_for_pieces_that_wait_for_the_network() {
        http.isNetworkFull = true;
        openStream();
        write("a");
        server.runLoopTasks();
        writer.end();
        assertThat(http.output).isEmpty();

        http.drain();
        assertThat(http.output).containsExactly("write(a)", "end()");
    }

    @Test
    void a_piece_after_the_end_is_dropped_and_reported_at_once() {
        http.isNetworkFull = true;
        openStream();
        write("a");
        server.runLoopTasks();
        writer.end();
        write("late");
        assertThat(written).containsExactly("late");

        http.drain();
        assertThat(http.output).containsExactly("write(a)", "end()");
    }

    @Test
    void a_lost_connection_drops_the_waiting_pieces_and_reports_them_after_the_current_task() {
        http.isNetworkFull = true;
        openStream();
        write("a");
        server.runLoopTasks();
        writer.onDisconnected(() -> written.add("disconnected"));
        http.loseConnection();
        assertThat(server.memory.bytes()).isZero();
        assertThat(written).isEmpty();

        server.runLoopTasks();
        http.drain();
        assertThat(written).containsExactly("a", "disconnected");
        assertThat(http.output).isEmpty();
    }

    @Test
    void the_loss_of_a_connection_after_the_response_is_no_disconnection() {
        writer.onDisconnected(() -> written.add("disconnected"));
        writer.send(200, Map.of(), bytes("abc"));
        http.completeWrite();
        http.loseConnection();
        server.runLoopTasks();

        assertThat(written).isEmpty();
    }

    @Test
    void a_stream_is_aborted_once() {
        openStream();
        write("a");
        writer.abort();
        writer.abort();
        server.runLoopTasks();

        assertThat(server.closed).hasSize(1);
        assertThat(written).containsExactly("a");
        assertThat(http.output).isEmpty();
    }

    @Test
    void a_piece_that_cannot_be_sent_aborts_the_stream() {
        openStream();
        write("a");
        server.runLoopTasks();
        http.failWrite();

        assertThat(server.closed).hasSize(1);
        assertThat(written).containsExactly("a");
        assertThat(server.memory.bytes()).isZero();
    }

    @Test
    void the_end_of_an_http_1_0_stream_closes_the_connection() {
        FakeHttpExchange old =
                new FakeHttpExchange(server, connection, HttpVersion.HTTP_1_0, MultiMap.caseInsensitiveMultiMap());
        old.writer().openStream(Map.of());
        server.runLoopTasks();
        assertThat(old.output).containsExactly("write()");
        assertThat(server.closed).isEmpty();

        old.writer().end();
        assertThat(server.closed).hasSize(1);
    }

    @Test
    void a_response_to_a_request_that_awaits_a_continue_announces_the_close_of_the_connection() {
        FakeHttpExchange waiting = new FakeHttpExchange(
                server,
                connection,
                HttpVersion.HTTP_1_1,
                MultiMap.caseInsensitiveMultiMap().add("Expect", "100-continue"));
        waiting.writer().send(413, Map.of(), new byte[0]);
        assertThat(waiting.responseHeaders.get("Connection")).isEqualTo("close");
        assertThat(server.closed).isEmpty();

        waiting.completeWrite();
        assertThat(server.closed).hasSize(1);
    }
}
