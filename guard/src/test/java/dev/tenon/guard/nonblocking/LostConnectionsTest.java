package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections end at any moment, on either side. */
class LostConnectionsTest {
    private final AtomicReference<@Nullable Cutter> cutter = new AtomicReference<>();

    private Stage stage(Revision revision, Ways ways) {
        return new Stage(revision, builder -> builder.observers(ways), behind -> {
            try {
                Cutter between = new Cutter(behind.port());
                cutter.set(between);
                return between.uri();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        Cutter between = cutter.get();
        if (between != null) {
            between.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_server_that_closes_after_each_answer_costs_no_call(Revision revision) throws Exception {
        Ways ways = new Ways(true);
        try (Stage stage = stage(revision, ways)) {
            stage.echo("first");
            stage.echo("second");
            cutter.get().cutAfterEach();
            cutter.get().cutAll();
            cutter.get().awaitNone();
            for (int i = 0; i < 20; i++) {
                assertThat(stage.echo("x" + i)).contains("said x" + i);
                // The connection is being closed: a call that is sent before this is seen would be lost.
                cutter.get().awaitNone();
            }
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"V2026_07_28,true", "V2025_11_25,true", "V2026_07_28,false", "V2025_11_25,false"})
    void a_call_that_may_have_been_carried_out_is_not_made_again(Revision revision, boolean shortWay) {
        Ways ways = new Ways(shortWay);
        try (Stage stage = stage(revision, ways)) {
            stage.echo("first");
            stage.echo("second");
            assertThatThrownBy(() -> stage.echo("cut me")).isInstanceOfSatisfying(ServerErrorException.class, e -> {
                assertThat(e.code()).isEqualTo(-32603);
                assertThat(e.serverMessage()).contains("cannot be reached, or the connection was lost");
            });
            assertThat(cutter.get().requests("cut me")).isEqualTo(1);
            assertThat(ways.last().how().failure()).isEqualTo(CallFailure.CONNECTION);
            assertThat(ways.last().begunOnLoop()).isEqualTo(shortWay);
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_connection_that_ended_while_it_was_idle_costs_no_call(Revision revision) throws Exception {
        Ways ways = new Ways(true);
        try (Stage stage = stage(revision, ways)) {
            stage.echo("first");
            stage.echo("second");
            for (int i = 0; i < 20; i++) {
                assertThat(stage.echo("x" + i)).contains("said x" + i);
                cutter.get().cutAll();
                cutter.get().awaitNone();
            }
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_client_that_goes_away_has_its_call_cancelled_behind(boolean shortWay) throws Exception {
        Ways ways = new Ways(shortWay);
        try (Stage stage = new Stage(Revision.V2026_07_28, builder -> builder.observers(ways))) {
            stage.echo("first");
            stage.echo("second");
            URI front = stage.front();
            String body =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sleep\",\"_meta\":"
                            + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\",\"version\":\"1\"},"
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
            String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + front.getPort()
                    + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                    + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: sleep\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.getPort())) {
                socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
                assertThat(stage.tools.sleeping.await(10, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(stage.tools.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    @Test
    void a_server_that_is_gone_is_an_error_that_says_so() throws Exception {
        Ways ways = new Ways(true);
        try (Stage stage = stage(Revision.V2026_07_28, ways)) {
            stage.echo("first");
            stage.echo("second");
            cutter.get().close();
            assertThatThrownBy(() -> stage.echo("x"))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .contains("cannot be reached, or the connection was lost"));
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().how().failure()).isEqualTo(CallFailure.CONNECTION);
        }
    }
}
