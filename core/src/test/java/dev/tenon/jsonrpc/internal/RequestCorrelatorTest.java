package dev.tenon.jsonrpc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.NoResponseException.FailureReason;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RequestCorrelatorTest {
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(20);

    private final BlockingQueue<Request> sent = new LinkedBlockingQueue<>();
    private final BlockingQueue<RequestId> abandoned = new LinkedBlockingQueue<>();
    private final RequestCorrelator correlator = new RequestCorrelator(4, abandoned::add);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private Future<Json> call(Duration timeout) {
        return threads.submit(() -> correlator.call("m", Json.EMPTY_OBJECT, timeout, sent::add));
    }

    private Request nextRequest() throws InterruptedException {
        Request request = sent.poll(10, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private static Response.Success success(Request request, Object result) {
        return new Response.Success(request.id(), Json.of(result));
    }

    private static FailureReason reasonOf(Future<Json> call) {
        return catchThrowableOfType(NoResponseException.class, () -> {
                    try {
                        call.get();
                    } catch (java.util.concurrent.ExecutionException e) {
                        throw e.getCause();
                    }
                })
                .reason();
    }

    @Test
    void a_response_completes_its_call() throws Exception {
        Future<Json> first = call(LONG_TIMEOUT);
        Request firstRequest = nextRequest();
        Future<Json> second = call(LONG_TIMEOUT);
        Request secondRequest = nextRequest();
        correlator.onResponse(success(secondRequest, Map.of("n", 2)));
        correlator.onResponse(success(firstRequest, Map.of("n", 1)));
        assertThat(first.get()).isEqualTo(Json.parse("{\"n\":1}"));
        assertThat(second.get()).isEqualTo(Json.parse("{\"n\":2}"));
        assertThat(correlator.pendingCount()).isZero();
    }

    @Test
    void an_error_is_thrown_as_received() throws Exception {
        Future<Json> call = call(LONG_TIMEOUT);
        RpcError error = new RpcError(-32002, "not there").withData(Map.of("uri", "a"));
        correlator.onResponse(new Response.Failure(nextRequest().id(), error));
        assertThatThrownBy(call::get).hasCauseInstanceOf(RpcException.class).satisfies(e -> assertThat(
                        ((RpcException) e.getCause()).error())
                .isEqualTo(error));
    }

    @Test
    @Covers("core/jsonrpc/malformed-response-local")
    void a_malformed_response_fails_its_call() throws Exception {
        Future<Json> call = call(LONG_TIMEOUT);
        correlator.onResponse(new MessageReadResult.MalformedResponse(
                "both result and error", nextRequest().id()));
        assertThat(reasonOf(call)).isEqualTo(FailureReason.MALFORMED_RESPONSE);
        assertThat(abandoned).isEmpty();
    }

    @Test
    @Covers({"core/jsonrpc/unknown-response-ignored", "core/jsonrpc/id-type-strict-match"})
    void a_response_to_an_unknown_request_is_dropped() throws Exception {
        Future<Json> call = call(LONG_TIMEOUT);
        Request request = nextRequest();
        RequestId otherType = RequestId.of(request.id().toString());
        assertThat(correlator.onResponse(new Response.Success(otherType, Json.EMPTY_OBJECT)))
                .isFalse();
        assertThat(correlator.onResponse(new Response.Success(RequestId.of(99), Json.EMPTY_OBJECT)))
                .isFalse();
        assertThat(correlator.onResponse(new Response.Failure(null, new RpcError(-32700, "no"))))
                .isFalse();
        assertThat(correlator.onResponse(new MessageReadResult.MalformedResponse("x", null)))
                .isFalse();
        assertThat(correlator.onResponse(success(request, Map.of()))).isTrue();
        assertThat(correlator.onResponse(success(request, Map.of()))).isFalse();
        call.get();
    }

    @Test
    void a_call_without_response_times_out_and_is_abandoned() throws Exception {
        Future<Json> call = call(Duration.ofMillis(50));
        Request request = nextRequest();
        assertThat(reasonOf(call)).isEqualTo(FailureReason.TIMEOUT);
        assertThat(abandoned.take()).isEqualTo(request.id());
        assertThat(correlator.onResponse(success(request, Map.of()))).isFalse();
    }

    @Test
    void an_interrupted_call_is_abandoned_and_its_thread_stays_interrupted() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        List<Object> outcome = new ArrayList<>();
        Thread caller = new Thread(() -> {
            try {
                correlator.call("m", null, LONG_TIMEOUT, sent::add);
            } catch (NoResponseException e) {
                outcome.add(e.reason());
                outcome.add(Thread.currentThread().isInterrupted());
            }
            done.countDown();
        });
        caller.start();
        Request request = nextRequest();
        caller.interrupt();
        done.await();
        assertThat(outcome).containsExactly(FailureReason.INTERRUPTED, true);
        assertThat(abandoned).containsExactly(request.id());
    }

    @Test
    void closing_fails_pending_and_later_calls() throws Exception {
        Future<Json> call = call(LONG_TIMEOUT);
        nextRequest();
        correlator.close();
        assertThat(reasonOf(call)).isEqualTo(FailureReason.CLOSED);
        assertThat(reasonOf(call(LONG_TIMEOUT))).isEqualTo(FailureReason.CLOSED);
        assertThat(sent).isEmpty();
        assertThat(abandoned).isEmpty();
        assertThat(correlator.pendingCount()).isZero();
    }

    @Test
    void more_calls_than_allowed_are_not_sent() throws Exception {
        List<Future<Json>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(call(LONG_TIMEOUT));
        }
        List<Request> requests = List.of(nextRequest(), nextRequest(), nextRequest(), nextRequest());
        assertThat(reasonOf(call(LONG_TIMEOUT))).isEqualTo(FailureReason.TOO_MANY_PENDING);
        assertThat(sent).isEmpty();
        for (Request request : requests) {
            correlator.onResponse(success(request, Map.of()));
        }
        for (Future<Json> call : calls) {
            call.get();
        }
        Future<Json> after = call(LONG_TIMEOUT);
        correlator.onResponse(success(nextRequest(), Map.of()));
        after.get();
    }

    @Test
    void a_call_that_cannot_be_sent_is_not_pending() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> correlator.call("m", null, LONG_TIMEOUT, r -> {
                        throw new IllegalStateException("no way out");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(correlator.pendingCount()).isZero();
    }

    @Test
    void a_response_may_arrive_before_the_send_returns() {
        Json result = correlator.call("m", null, LONG_TIMEOUT, r -> correlator.onResponse(success(r, Map.of("n", 1))));
        assertThat(result).isEqualTo(Json.parse("{\"n\":1}"));
    }

    @Test
    void a_failing_abandonment_callback_does_not_hide_the_reason() {
        RequestCorrelator failingCorrelator = new RequestCorrelator(1, id -> {
            throw new IllegalStateException("closed");
        });
        assertThatThrownBy(() -> failingCorrelator.call("m", null, Duration.ofMillis(10), sent::add))
                .isInstanceOf(NoResponseException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void concurrent_threads_get_their_own_responses() throws Exception {
        RequestCorrelator sharedCorrelator = new RequestCorrelator(64, abandoned::add);
        Map<RequestId, Boolean> ids = new ConcurrentHashMap<>();
        Thread responder = new Thread(() -> {
            try {
                while (true) {
                    Request request = sent.take();
                    sharedCorrelator.onResponse(
                            new Response.Success(request.id(), java.util.Objects.requireNonNull(request.params())));
                }
            } catch (InterruptedException e) {
                // The test has ended.
            }
        });
        responder.start();
        List<Future<Boolean>> callers = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            int thread = t;
            callers.add(threads.submit(() -> {
                boolean allMatch = true;
                for (int i = 0; i < 500; i++) {
                    Json params = Json.parse("{\"thread\":" + thread + ",\"i\":" + i + "}");
                    allMatch &= sharedCorrelator
                            .call("m", params, LONG_TIMEOUT, r -> {
                                ids.put(r.id(), true);
                                sent.add(r);
                            })
                            .equals(params);
                }
                return allMatch;
            }));
        }
        for (Future<Boolean> caller : callers) {
            assertThat(caller.get()).isTrue();
        }
        responder.interrupt();
        assertThat(ids).hasSize(16 * 500);
        assertThat(sharedCorrelator.pendingCount()).isZero();
    }
}
