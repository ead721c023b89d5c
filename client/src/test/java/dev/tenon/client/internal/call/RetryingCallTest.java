package dev.tenon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.FakeChannel;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.Connector;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryingCallTest {
    private static final CallOptions RESEND = CallOptions.DEFAULT.withResend(true);

    private final ThreadBlockingContext eventLoop = ThreadBlockingContext.nonBlocking("event loop");
    private final FakeChannel channel = new FakeChannel().respondToDiscover();
    private final TestClientContext client =
            new TestClientContext(TestClientContext.configOf(ClientLimits.DEFAULT.toBuilder()
                    .reconnects(2)
                    .reconnectDelay(Duration.ZERO)
                    .build()));
    private final ConnectionProvider connections = new ConnectionProvider(
            new Connector(ServerTarget.channel(channel), client.context), client.context, connection -> {});
    private final CallExecutor calls = new CallExecutor(connections, client.context);
    /** The results and the failures of the calls. */
    private final List<Object> outcomes = new ArrayList<>();

    private RetryingCall<String> start(FakeOperation operation) {
        RetryingCall<String> call = new RetryingCall<>(
                calls,
                operation,
                client.executor,
                (result, failure) -> outcomes.add(result == null ? failure : result));
        call.start();
        return call;
    }

    private FakeOperation startAndRun(CallOptions options) {
        FakeOperation operation = new FakeOperation(options);
        start(operation);
        client.executor.runAll();
        return operation;
    }

    private void assertFailedWith(Class<? extends RuntimeException> type) {
        assertThat(outcomes).singleElement().isInstanceOf(type);
    }

    @Test
    void a_request_is_sent_again_on_a_new_connection_if_repetition_is_safe() {
        channel.on("ping", request -> channel.respondTo("ping", "{}").close());
        FakeOperation operation = startAndRun(RESEND);
        assertThat(outcomes).containsExactly("{}");
        assertThat(operation.steps).containsExactly("prepare", "encode", "end", "prepare", "encode", "end", "decode");
        assertThat(channel.openCount()).isEqualTo(2);
    }

    @Test
    void a_request_that_must_not_be_repeated_is_sent_once() {
        channel.on("ping", request -> channel.close());
        startAndRun(CallOptions.DEFAULT);
        assertFailedWith(ConnectionFailedException.class);
        assertThat(channel.sent("ping")).hasSize(1);
    }

    @Test
    void a_request_is_repeated_as_often_as_the_limit() {
        channel.on("ping", request -> channel.close());
        startAndRun(RESEND);
        assertFailedWith(ConnectionFailedException.class);
        assertThat(channel.sent("ping")).hasSize(3);
    }

    @Test
    void a_request_is_not_repeated_after_the_client_was_closed() {
        channel.on("ping", request -> connections.close());
        startAndRun(RESEND);
        assertFailedWith(ConnectionFailedException.class);
        assertThat(channel.sent("ping")).hasSize(1);
    }

    @Test
    void a_request_that_could_not_be_encoded_ends_like_one_that_was_sent() {
        FakeOperation operation = new FakeOperation(RESEND);
        operation.encoding = () -> {
            throw new McpClientException("cannot encode", null);
        };
        start(operation);
        client.executor.runAll();
        assertFailedWith(McpClientException.class);
        assertThat(operation.steps).containsExactly("prepare", "encode", "end");
        assertThat(channel.sent("ping")).isEmpty();
    }

    @Test
    void an_exception_without_a_mapping_reaches_the_caller_unchanged() {
        channel.respondTo("ping", "{}");
        IllegalStateException defect = new IllegalStateException("defect");
        FakeOperation operation = new FakeOperation(RESEND);
        operation.decoding = response -> {
            throw defect;
        };
        start(operation);
        client.executor.runAll();
        assertThat(outcomes).containsExactly(defect);
    }

    @Test
    void a_response_that_overflows_the_stack_fails_the_call() {
        channel.respondTo("ping", "{}");
        FakeOperation operation = new FakeOperation(RESEND);
        operation.decoding = response -> {
            throw new StackOverflowError();
        };
        start(operation);
        client.executor.runAll();
        assertThat(outcomes).singleElement().satisfies(failure -> assertThat((Throwable) failure)
                .hasMessageContaining("nested too deeply"));
    }

    @Test
    void a_result_that_needs_a_further_round_is_requested_on_the_same_connection() {
        channel.respondTo("ping", "{}");
        FakeOperation operation = new FakeOperation(RESEND);
        operation.decoding = response -> channel.sent("ping").size() < 3 ? null : "third";
        start(operation);
        client.executor.runAll();
        assertThat(outcomes).containsExactly("third");
        assertThat(operation.steps).filteredOn("prepare"::equals).hasSize(1);
    }

    @Test
    void each_attempt_has_its_own_progress_token_and_none_is_left() {
        channel.on("ping", request -> channel.respondTo("ping", "{}").close());
        FakeOperation operation = startAndRun(RESEND.onProgress(progress -> {}));
        assertThat(operation.tokens).hasSize(2).doesNotHaveDuplicates();
        for (ProgressToken token : operation.tokens) {
            assertThat(client.context.progress().dispatch(new ProgressParams(token, 1, null, null, Meta.EMPTY), 0))
                    .isFalse();
        }
    }

    @Test
    void an_interrupt_cancels_the_request_at_the_server() {
        RetryingCall<String> call = start(new FakeOperation(RESEND));
        client.executor.runAll();
        call.interrupt();
        client.executor.runAll();
        assertFailedWith(CallCancelledException.class);
        assertThat(channel.sent("notifications/cancelled")).hasSize(1);
    }

    @Test
    void a_blocking_call_that_is_interrupted_while_connecting_sends_nothing_later() {
        Thread.currentThread().interrupt();
        try {
            calls.call(new FakeOperation(RESEND));
        } catch (CallCancelledException e) {
            outcomes.add(e);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertFailedWith(CallCancelledException.class);
        client.executor.runAll();
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.sent("ping")).isEmpty();
    }

    @Test
    void a_small_response_is_decoded_on_the_event_loop_that_received_it() {
        start(new FakeOperation(RESEND));
        client.executor.runAll();
        eventLoop.run(() -> channel.receiveResult(channel.sent("ping").get(0), "{}"));
        assertThat(outcomes).containsExactly("{}");
    }

    @Test
    void a_large_response_is_decoded_on_a_thread_that_may_block() {
        FakeOperation operation = new FakeOperation(RESEND);
        operation.decoding = response -> "done";
        start(operation);
        client.executor.runAll();
        Json request = channel.sent("ping").get(0);
        String large = "{\"text\":\"" + "x".repeat(ThreadBlockingContext.MAX_INLINE_BYTES) + "\"}";
        eventLoop.run(() -> channel.receiveResult(request, large));
        assertThat(outcomes).isEmpty();
        client.executor.runAll();
        assertThat(outcomes).containsExactly("done");
    }

    @Test
    void a_response_waits_for_queued_notifications_outside_the_event_loop() {
        start(new FakeOperation(RESEND));
        client.executor.runAll();
        client.context.notifications().enqueueOrDrop(() -> outcomes.add("notified"));
        eventLoop.run(() -> channel.receiveResult(channel.sent("ping").get(0), "{}"));
        assertThat(outcomes).isEmpty();
        client.executor.runAll();
        assertThat(outcomes).containsExactly("notified", "{}");
    }

    @Test
    void a_request_that_needs_blocking_steps_is_not_sent_on_the_event_loop() {
        startAndRun(RESEND);
        FakeOperation operation = new FakeOperation(RESEND);
        operation.nonBlocking = false;
        eventLoop.run(() -> start(operation));
        assertThat(operation.steps).containsExactly("prepare");
        client.executor.runAll();
        assertThat(operation.steps).containsExactly("prepare", "encode");
    }
}
