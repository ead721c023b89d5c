package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, "it holds": a tool call is not sent for a client that no longer waits. */
@Timeout(120)
class CancelledCallTest {
    private final SilentServer upstream = new SilentServer();
    private final GuardRuntime runtime = new GuardRuntime();
    private final GuardedUpstream server = new GuardedUpstream(
            new UpstreamSettings(
                    "behind", upstream, Implementation.of("guard", "1"), ClientLimits.DEFAULT, GuardLimits.DEFAULT),
            PolicyChain.NONE,
            GuardObserver.NONE,
            runtime);

    @AfterEach
    void close() {
        server.close();
        runtime.close();
    }

    private void send(FakeRequest call, String tool) {
        call.send(server, Methods.CALL_TOOL, "\"name\":\"" + tool + "\",");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_call_cancelled_while_connecting_is_not_sent() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        upstream.onNextConnection(() -> {
            connecting.countDown();
            await(cancelled);
        });
        FakeRequest first = new FakeRequest();
        CompletableFuture<Void> firstSent = CompletableFuture.runAsync(() -> send(first, "first"));
        await(connecting);
        first.cancel();
        cancelled.countDown();
        firstSent.get(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> first.response.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RpcException.class);

        FakeRequest second = new FakeRequest();
        send(second, "second");
        SilentServer.PendingRequest request = upstream.takeRequest();
        assertThat(request.request().get("params").string("name")).isEqualTo("second");
        request.respond("{\"content\":[]}");
        assertThat(second.response.get(60, TimeUnit.SECONDS).get("content")).isNotNull();
    }
}
