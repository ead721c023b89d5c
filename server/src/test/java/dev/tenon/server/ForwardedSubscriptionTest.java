package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Issue 20, "it holds": a stream that a forwarder opens counts against the limits before the forwarder does anything
 * for it, and while it does.
 */
@BlockedThreadCheck
class ForwardedSubscriptionTest {
    /** One caller may use half of it. */
    private static final int SUBSCRIPTIONS = 6;

    private final BlockingQueue<SubscriptionFilter> openingFilters = new LinkedBlockingQueue<>();
    private final Semaphore openPermits = new Semaphore(0);
    private volatile boolean failsToOpen;
    private volatile boolean interruptible = true;

    private final McpServer server = McpServer.builder("front", "1")
            .forwarder(client -> new BlockingForwardingSession())
            .limits(Limits.DEFAULT.toBuilder()
                    .subscriptions(SUBSCRIPTIONS)
                    .requestsPerProcess(4)
                    .build())
            .build();
    private final RecordingClient client = new RecordingClient(server);

    /** Opens a stream when the test releases it. */
    private final class BlockingForwardingSession extends FakeForwardingSession {
        BlockingForwardingSession() {
            super("slow");
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink stream) throws InterruptedException {
            openingFilters.add(wanted);
            if (interruptible) {
                openPermits.acquire();
            } else {
                openPermits.acquireUninterruptibly();
            }
            if (failsToOpen) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "it cannot be opened");
            }
            return wanted;
        }
    }

    @AfterEach
    void close() {
        openPermits.release(100);
        client.close();
        server.close(Duration.ZERO);
    }

    private void listen(int id, int uris) {
        String all =
                IntStream.range(0, uris).mapToObj(i -> "\"test://" + i + "\"").collect(Collectors.joining(","));
        client.send(client.modernRequest(
                id, "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[" + all + "]}"));
    }

    private void cancel(int id) {
        client.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    private void awaitOpening() throws InterruptedException {
        assertThat(openingFilters.poll(30, TimeUnit.SECONDS)).isNotNull();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 3000 && !condition.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private int code(Json received) {
        return received.get("error").get("code").number().intValue();
    }

    @Test
    void more_resources_than_the_limit_of_the_caller_are_rejected_before_the_forwarder_is_called() throws Exception {
        listen(1, SUBSCRIPTIONS / 2 + 1);

        Json received = client.next();
        assertThat(code(received)).isEqualTo(ErrorCode.BUSY);
        assertThat(received.toString()).contains("limit: subscriptions");
        assertThat(openingFilters).isEmpty();
        assertThat(server.status().limitCounts()).containsEntry(LimitType.SUBSCRIPTIONS, 1L);
    }

    @Test
    void a_stream_counts_as_a_subscription_and_as_a_request_while_it_is_opened() throws Exception {
        listen(1, SUBSCRIPTIONS / 2);
        awaitOpening();
        assertThat(server.status().subscriptions()).isEqualTo(SUBSCRIPTIONS / 2);
        assertThat(server.status().requests()).isEqualTo(1);

        listen(2, 1);
        assertThat(code(client.next())).isEqualTo(ErrorCode.BUSY);
        assertThat(openingFilters).isEmpty();

        openPermits.release();
        assertThat(client.next().string("method")).isEqualTo("notifications/subscriptions/acknowledged");
        await(() -> server.status().requests() == 0);
        assertThat(server.status().subscriptions()).isEqualTo(SUBSCRIPTIONS / 2);

        cancel(1);
        await(() -> server.status().subscriptions() == 0);
    }

    @Test
    void streams_that_are_being_opened_count_as_requests_of_the_caller() throws Exception {
        listen(1, 1);
        listen(2, 1);
        awaitOpening();
        awaitOpening();

        listen(3, 1);
        Json rejected = client.next();
        assertThat(code(rejected)).isEqualTo(ErrorCode.BUSY);
        assertThat(rejected.toString()).contains("limit: requestsPerProcess");

        openPermits.release(2);
        await(() -> server.status().requests() == 0);
        openPermits.release();
        listen(4, 1);
        awaitOpening();
    }

    @Test
    void a_stream_that_the_forwarder_cannot_open_releases_its_counts() throws Exception {
        failsToOpen = true;
        openPermits.release();
        listen(1, SUBSCRIPTIONS / 2);

        assertThat(client.next().toString()).contains("it cannot be opened");
        await(() -> server.status().subscriptions() == 0);
        assertThat(server.status().requests()).isZero();
    }

    /** The resources that the forwarder already uses for it cost as much as before. */
    @Test
    void a_cancelled_stream_counts_until_the_forwarder_has_stopped_opening_it() throws Exception {
        interruptible = false;
        listen(1, SUBSCRIPTIONS / 2);
        awaitOpening();
        cancel(1);
        await(() -> server.status().requests() == 0);
        assertThat(server.status().subscriptions()).isEqualTo(SUBSCRIPTIONS / 2);

        openPermits.release();
        await(() -> server.status().subscriptions() == 0);
        listen(2, SUBSCRIPTIONS / 2);
        awaitOpening();
    }

    @Test
    void opening_a_stream_has_the_timeout_of_a_request() throws Exception {
        try (McpServer shortTimeoutServer = McpServer.builder("front", "1")
                        .forwarder(client -> new BlockingForwardingSession())
                        .limits(Limits.DEFAULT.toBuilder()
                                .requestTimeout(Duration.ofMillis(200))
                                .build())
                        .build();
                RecordingClient other = new RecordingClient(shortTimeoutServer)) {
            RecordingClient.ReceivedResponse response = other.callStateless(
                    "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://1\"]}");

            assertThat(response.message()).contains("limit: requestTime");
            await(() -> shortTimeoutServer.status().subscriptions() == 0);
        }
    }
}
