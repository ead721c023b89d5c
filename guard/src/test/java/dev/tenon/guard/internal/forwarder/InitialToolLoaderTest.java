package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinPolicy;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import dev.tenon.oauth.client.AuthorizationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, "nothing that adds up": calls to a new upstream that does not list its tools wait for one listing, block no
 * thread, and end with it.
 */
@Timeout(120)
class InitialToolLoaderTest {
    private static final String NO_TOOLS = "{\"tools\":[]}";

    @TempDir
    private Path directory;

    private final SilentServer upstream = new SilentServer();
    private final GuardRuntime runtime = new GuardRuntime();
    private final AtomicInteger activeCalls = new AtomicInteger();
    private GuardedUpstream server;

    @BeforeEach
    void guard() {
        PinStore pins = new PinStore(new PinLockFile(directory.resolve("tenon.lock")), NewToolMode.TRUST_FIRST);
        server = new GuardedUpstream(
                new UpstreamSettings(
                        "behind", upstream, Implementation.of("guard", "1"), ClientLimits.DEFAULT, GuardLimits.DEFAULT),
                new PolicyChain(
                        List.of(new PolicyChain.PolicyEntry(new PinPolicy(pins), EnforcementMode.ENFORCE)),
                        FindingListener.NONE),
                exchange -> {
                    activeCalls.incrementAndGet();
                    return end -> activeCalls.decrementAndGet();
                },
                runtime);
    }

    @AfterEach
    void close() {
        server.close();
        runtime.close();
    }

    /** Sends a request for the tool list, and returns when the request waits. */
    private FakeRequest sendListRequest() {
        return new FakeRequest().send(server, Methods.LIST_TOOLS, "");
    }

    private static void assertFails(FakeRequest request) {
        assertThatThrownBy(() -> request.response.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RpcException.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void waiting_calls_share_the_failure_and_a_later_call_retries() throws Exception {
        List<FakeRequest> waiting =
                Stream.generate(this::sendListRequest).limit(5).toList();
        upstream.takeRequest().fail();
        waiting.forEach(InitialToolLoaderTest::assertFails);
        assertThat(upstream.hasNoRequest()).as("no further request").isTrue();

        FakeRequest later = sendListRequest();
        upstream.takeRequest().respond(NO_TOOLS);
        upstream.takeRequest().respond(NO_TOOLS);
        assertThat(later.response.get(60, TimeUnit.SECONDS).get("tools")).isNotNull();
    }

    @Test
    void a_cancelled_call_stops_waiting_and_the_listing_continues() throws Exception {
        FakeRequest first = sendListRequest();
        FakeRequest second = sendListRequest();
        SilentServer.PendingRequest listing = upstream.takeRequest();
        second.cancel();
        assertFails(second);
        first.cancel();
        assertFails(first);
        Conditions.await(Duration.ofSeconds(60), () -> activeCalls.get() == 0);

        FakeRequest third = sendListRequest();
        listing.respond(NO_TOOLS);
        upstream.takeRequest().respond(NO_TOOLS);
        assertThat(third.response.get(60, TimeUnit.SECONDS).get("tools")).isNotNull();
        assertThat(upstream.hasNoRequest()).as("no further request").isTrue();
    }

    static Stream<RuntimeException> callerSpecificFailures() {
        return Stream.of(new AuthorizationException("no credentials"), new RpcException(ErrorCode.BUSY, "Busy"));
    }

    @ParameterizedTest
    @MethodSource("callerSpecificFailures")
    void a_caller_specific_failure_is_not_shared(RuntimeException reason) throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        upstream.onNextConnection(() -> {
            connecting.countDown();
            await(refused);
            throw reason;
        });
        FakeRequest first = sendListRequest();
        await(connecting);
        FakeRequest second = sendListRequest();
        refused.countDown();
        assertFails(first);

        upstream.takeRequest().respond(NO_TOOLS);
        upstream.takeRequest().respond(NO_TOOLS);
        assertThat(second.response.get(60, TimeUnit.SECONDS).get("tools")).isNotNull();
    }
}
