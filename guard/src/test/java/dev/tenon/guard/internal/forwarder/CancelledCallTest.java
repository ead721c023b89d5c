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

    private void begin(FakeRequest call, String tool) {
        call.begin(server, Methods.CALL_TOOL, "\"name\":\"" + tool + "\",");
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
        upstream.whenConnecting(() -> {
            connecting.countDown();
            await(cancelled);
        });
        FakeRequest first = new FakeRequest();
        CompletableFuture<Void> startedAt = CompletableFuture.runAsync(() -> begin(first, "first"));
        await(connecting);
        first.cancel();
        cancelled.countDown();
        startedAt.get(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> first.answer.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RpcException.class);

        FakeRequest second = new FakeRequest();
        begin(second, "second");
        SilentServer.Asked asked = upstream.next();
        assertThat(asked.request().get("params").string("name")).isEqualTo("second");
        asked.answer("{\"content\":[]}");
        assertThat(second.answer.get(60, TimeUnit.SECONDS).get("content")).isNotNull();
    }
}
