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

/** Connections that either side closes at any time. */
class LostConnectionsTest {
    private final AtomicReference<@Nullable DisconnectingProxy> proxy = new AtomicReference<>();

    private HttpGuardFixture openFixture(Revision revision, CallThreadRecorder recorder) {
        return new HttpGuardFixture(revision, builder -> builder.observers(recorder), server -> {
            try {
                DisconnectingProxy newProxy = new DisconnectingProxy(server.port());
                proxy.set(newProxy);
                return newProxy.uri();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        DisconnectingProxy newProxy = proxy.get();
        if (newProxy != null) {
            newProxy.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void no_call_is_lost_if_a_server_closes_after_each_response(Revision revision) throws Exception {
        CallThreadRecorder recorder = new CallThreadRecorder(true);
        try (HttpGuardFixture fixture = openFixture(revision, recorder)) {
            fixture.echo("first");
            fixture.echo("second");
            proxy.get().closeAfterEachResponse();
            proxy.get().closeOpenConnections();
            proxy.get().awaitNoIdleConnection();
            for (int i = 0; i < 20; i++) {
                assertThat(fixture.echo("x" + i)).contains("said x" + i);
                // The connection is being closed: a call that the guard sends before it notices this would be lost.
                proxy.get().awaitNoIdleConnection();
            }
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"V2026_07_28,true", "V2025_11_25,true", "V2026_07_28,false", "V2025_11_25,false"})
    void a_call_that_may_have_been_executed_is_not_repeated(Revision revision, boolean nonBlocking) {
        CallThreadRecorder recorder = new CallThreadRecorder(nonBlocking);
        try (HttpGuardFixture fixture = openFixture(revision, recorder)) {
            fixture.echo("first");
            fixture.echo("second");
            assertThatThrownBy(() -> fixture.echo("disconnect me"))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("cannot be reached, or the connection was lost");
                    });
            assertThat(proxy.get().countRequests("disconnect me")).isEqualTo(1);
            assertThat(recorder.lastCall().end().failure()).isEqualTo(CallFailure.CONNECTION);
            assertThat(recorder.lastCall().startedOnIoThread()).isEqualTo(nonBlocking);
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void no_call_is_lost_if_an_idle_connection_is_closed(Revision revision) throws Exception {
        CallThreadRecorder recorder = new CallThreadRecorder(true);
        try (HttpGuardFixture fixture = openFixture(revision, recorder)) {
            fixture.echo("first");
            fixture.echo("second");
            for (int i = 0; i < 20; i++) {
                assertThat(fixture.echo("x" + i)).contains("said x" + i);
                proxy.get().closeOpenConnections();
                proxy.get().awaitNoIdleConnection();
            }
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_call_of_a_disconnected_client_is_cancelled_upstream(boolean nonBlocking) throws Exception {
        CallThreadRecorder recorder = new CallThreadRecorder(nonBlocking);
        try (HttpGuardFixture fixture =
                new HttpGuardFixture(Revision.V2026_07_28, builder -> builder.observers(recorder))) {
            fixture.echo("first");
            fixture.echo("second");
            URI guardUri = fixture.guardUri();
            String body =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sleep\",\"_meta\":"
                            + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\",\"version\":\"1\"},"
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
            String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + guardUri.getPort()
                    + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                    + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: sleep\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), guardUri.getPort())) {
                socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
                assertThat(fixture.features.sleepStarted.await(10, TimeUnit.SECONDS))
                        .isTrue();
            }
            assertThat(fixture.features.sleepInterrupted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    @Test
    void a_closed_server_is_a_connection_error() throws Exception {
        CallThreadRecorder recorder = new CallThreadRecorder(true);
        try (HttpGuardFixture fixture = openFixture(Revision.V2026_07_28, recorder)) {
            fixture.echo("first");
            fixture.echo("second");
            proxy.get().close();
            assertThatThrownBy(() -> fixture.echo("x"))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .contains("cannot be reached, or the connection was lost"));
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().end().failure()).isEqualTo(CallFailure.CONNECTION);
        }
    }
}
