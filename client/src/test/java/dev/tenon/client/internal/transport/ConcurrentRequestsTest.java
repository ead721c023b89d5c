package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.jsonrpc.RequestId;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConcurrentRequestsTest {
    private static final int CONCURRENT_REQUESTS = 50;
    private static final int ROUNDS = 20;

    @Test
    @Tag("exhaustive")
    void each_of_many_concurrent_requests_gets_its_own_response() throws Exception {
        ExecutorService threads = HandlerExecutors.create();
        RecordingListener listener = new RecordingListener();
        try (TransportTestServer testServer = new TransportTestServer();
                TenonHttpServer http = testServer.httpServerBuilder().start();
                StreamableHttpTransport transport = new StreamableHttpTransport(
                        ServerTarget.http(http.uri()), ClientLimits.DEFAULT, threads, RecordingReceiver.TIMER)) {
            transport.open(listener);
            for (int round = 0; round < ROUNDS; round++) {
                Set<RequestId> responded = new HashSet<>();
                for (int i = 0; i < CONCURRENT_REQUESTS; i++) {
                    transport.send(
                            ClientMessages.statelessToolCall(
                                    round * CONCURRENT_REQUESTS + i, "echo", "\"text\":\"-" + i + "-\""),
                            ClientMessages.statelessHeaders("echo"));
                }
                for (int i = 0; i < CONCURRENT_REQUESTS; i++) {
                    RecordingListener.Event response = listener.nextEvent("message");
                    long expected = Long.parseLong(response.id().toString()) % CONCURRENT_REQUESTS;
                    assertThat(response.text()).contains("\"-" + expected + "-\"");
                    responded.add(response.id());
                }
                assertThat(responded).hasSize(CONCURRENT_REQUESTS);
            }
            assertThat(listener.hasNoEvent(50)).isTrue();
        } finally {
            HandlerExecutors.shutDownNowAndAwait(threads);
        }
    }
}
