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

class ManyExchangesTest {
    private static final int AT_ONCE = 50;
    private static final int ROUNDS = 20;

    @Test
    @Tag("exhaustive")
    void each_of_many_concurrent_requests_gets_its_own_response() throws Exception {
        ExecutorService threads = HandlerExecutors.create();
        Heard recorder = new Heard();
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().start();
                StreamableHttpTransport transport = new StreamableHttpTransport(
                        ServerTarget.http(http.uri()), ClientLimits.DEFAULT, threads, Inbox.TIMER)) {
            transport.open(recorder);
            for (int round = 0; round < ROUNDS; round++) {
                Set<RequestId> responded = new HashSet<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    transport.send(
                            Say.modernCall(round * AT_ONCE + i, "echo", "\"text\":\"-" + i + "-\""),
                            Say.modern("echo"));
                }
                for (int i = 0; i < AT_ONCE; i++) {
                    Heard.Event response = recorder.next("message");
                    long own = Long.parseLong(response.id().toString()) % AT_ONCE;
                    assertThat(response.text()).contains("\"-" + own + "-\"");
                    responded.add(response.id());
                }
                assertThat(responded).hasSize(AT_ONCE);
            }
            assertThat(recorder.isQuietFor(50)).isTrue();
        } finally {
            HandlerExecutors.shutDownNowAndAwait(threads);
        }
    }
}
