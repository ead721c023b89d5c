package dev.tenon.server.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ClientProfile;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class McpRequestDispatcherTest {
    private final ManualExecutor handlers = new ManualExecutor();
    private final RecordingResponseSink sink = new RecordingResponseSink();
    private final List<String> events = new ArrayList<>();
    private final RunningRequestRegistry running =
            new RunningRequestRegistry(10, new MemoryBudget(1000), new LimitHitCounters());
    private final McpRequestDispatcher dispatcher = dispatcher(Limits.DEFAULT);
    private ExecutionPlan plan = new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
    private Set<String> neededScopes = Set.of();
    private @Nullable CallerPrincipal principal;
    private ExecutionPlan.@Nullable ResultCallback callback;

    private McpRequestDispatcher dispatcher(Limits limits) {
        return new McpRequestDispatcher(
                new SingleHandlerRegistry(), running, handlers, ServerObserver.NONE, TestSettings.of(limits));
    }

    /** Serves each method with the plan of the test. */
    private final class SingleHandlerRegistry implements MethodRegistry {
        @Override
        public <P extends Params> MethodHandler<P> findHandler(Method<P, ?> method) {
            return new MethodHandler<>() {
                @Override
                public ExecutionPlan executeOrPlan(P params, ActiveCall call) {
                    events.add("planned");
                    return plan;
                }

                @Override
                public Set<String> requiredScopes(P params) {
                    return neededScopes;
                }
            };
        }
    }

    private RequestExecution dispatch(String method) {
        return dispatch(dispatcher, method);
    }

    private RequestExecution dispatch(McpRequestDispatcher target, String method) {
        Json params = method.equals("tools/call") ? Json.parse("{\"name\":\"echo\"}") : Json.EMPTY_OBJECT;
        RequestSource source = new RequestSource(
                HandshakeCodec.of(Revision.V2025_11_25),
                new ClientProfile.RequestClientProfile(null, ClientCapabilities.NONE, null),
                "caller",
                principal,
                Set.of(),
                null,
                null,
                null);
        return target.dispatch(new Request(RequestId.of(1), method, params), source, sink);
    }

    private void planHandler(boolean blocking, Callable<? extends Result> handler) {
        plan = new ExecutionPlan.HandlerInvocation(handler, blocking, null);
    }

    private void planAsync() {
        plan = new ExecutionPlan.AsyncInvocation(given -> callback = given);
    }

    private RpcError onlyError() {
        assertThat(sink.responses()).hasSize(1);
        return ((Response.Failure) sink.responses().get(0)).error();
    }

    private Json onlyResult() {
        assertThat(sink.responses()).hasSize(1);
        return ((Response.Success) sink.responses().get(0)).result();
    }

    private void assertNothingRuns() {
        assertThat(running.counter().runningCount()).isZero();
    }

    @Test
    void a_blocking_handler_runs_on_the_executor() {
        planHandler(true, () -> EmptyResult.EMPTY);
        dispatch("ping");
        assertThat(sink.responses()).isEmpty();
        assertThat(running.counter().runningCount()).isOne();

        handlers.runAll();

        assertThat(onlyResult()).isEqualTo(Json.EMPTY_OBJECT);
        assertNothingRuns();
    }

    @Test
    void a_request_that_the_executor_rejects_gets_an_error() {
        planHandler(true, () -> EmptyResult.EMPTY);
        handlers.shutDown();
        dispatch("ping");

        assertThat(onlyError().code()).isEqualTo(ErrorCode.BUSY);
        assertNothingRuns();
    }

    @Test
    void a_handler_whose_request_was_cancelled_in_the_queue_does_not_run() {
        planHandler(true, () -> {
            events.add("handler");
            return EmptyResult.EMPTY;
        });
        dispatch("ping").cancel();
        handlers.runAll();

        assertThat(events).containsExactly("planned");
        assertThat(sink.responses()).isEmpty();
        assertThat(sink.abandonedCount()).isOne();
    }

    @Test
    void a_request_after_the_stop_is_rejected_before_it_is_planned() {
        dispatcher.stopAccepting();
        dispatch("ping");

        assertThat(onlyError().code()).isEqualTo(ErrorCode.BUSY);
        assertThat(events).isEmpty();
        assertNothingRuns();
    }

    @Test
    void a_caller_without_the_scopes_learns_nothing_about_the_target() {
        principal = new CallerPrincipal("alice").withScopes("read");
        neededScopes = Set.of("write");
        dispatch("ping");

        assertThat(onlyError().code()).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(sink.forbidden()).containsExactly("write");
        assertThat(events).isEmpty();
        assertNothingRuns();
    }

    @Test
    void a_handler_that_fails_gets_an_incident_and_hides_its_message() {
        planHandler(true, () -> {
            throw new IllegalStateException("a secret");
        });
        dispatch("ping");
        handlers.runAll();

        assertThat(onlyError().message())
                .startsWith("Internal error (incident ")
                .doesNotContain("secret");
    }

    @Test
    void a_fatal_error_of_a_handler_is_rethrown_after_the_response() {
        planHandler(false, () -> {
            throw new OutOfMemoryError("a test");
        });

        assertThatThrownBy(() -> dispatch("ping")).isInstanceOf(OutOfMemoryError.class);
        assertThat(onlyError().code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
        assertNothingRuns();
    }

    @Test
    void a_result_that_cannot_be_encoded_becomes_an_error() {
        plan = new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
        dispatch("tools/call");

        assertThat(onlyError().message()).startsWith("Internal error (incident ");
        assertNothingRuns();
    }

    @Test
    void an_asynchronous_request_is_completed_once() {
        planAsync();
        ThreadBlockingContext.nonBlocking("event loop").run(() -> dispatch("ping"));
        callback.complete(EmptyResult.EMPTY);
        callback.fail(new IllegalStateException("too late"));
        callback.complete(EmptyResult.EMPTY);

        assertThat(onlyResult()).isEqualTo(Json.EMPTY_OBJECT);
        assertNothingRuns();
    }

    @Test
    void an_asynchronous_result_after_the_cancellation_is_dropped() {
        planAsync();
        RequestExecution execution = dispatch("ping");
        handlers.runAll();
        execution.cancel();
        callback.complete(EmptyResult.EMPTY);

        assertThat(sink.responses()).isEmpty();
        assertThat(sink.abandonedCount()).isOne();
    }

    @Test
    void an_asynchronous_request_that_cannot_start_gets_an_error() {
        plan = new ExecutionPlan.AsyncInvocation(given -> {
            throw new IllegalStateException("not started");
        });
        ThreadBlockingContext.nonBlocking("event loop").run(() -> dispatch("ping"));

        assertThat(onlyError().code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
        assertNothingRuns();
    }

    @Test
    void a_tool_call_that_is_overdue_gets_a_result_and_another_request_an_error() {
        McpRequestDispatcher impatient = dispatcher(Limits.DEFAULT.toBuilder()
                .requestTimeout(Duration.ofSeconds(-1))
                .build());
        planAsync();
        dispatch(impatient, "tools/call");
        impatient.expireOverdue(Runnable::run);
        assertThat(onlyResult().get("isError")).isEqualTo(Json.of(true));
        sink.sent().clear();

        dispatch(impatient, "ping");
        impatient.expireOverdue(Runnable::run);
        impatient.expireOverdue(Runnable::run);

        assertThat(onlyError().message()).contains("(limit: requestTimeout)");
        assertNothingRuns();
    }

    @Test
    void a_response_that_crosses_the_timeout_wins() {
        McpRequestDispatcher impatient = dispatcher(Limits.DEFAULT.toBuilder()
                .requestTimeout(Duration.ofSeconds(-1))
                .build());
        planAsync();
        ThreadBlockingContext.nonBlocking("event loop").run(() -> dispatch(impatient, "tools/call"));
        impatient.expireOverdue(handlers::execute);
        callback.complete(CallToolResult.text("in time"));
        handlers.runAll();

        assertThat(onlyResult().get("isError")).isNull();
    }

    @Test
    void the_remaining_requests_get_an_error_when_the_server_closes() {
        planAsync();
        dispatch("ping");
        dispatcher.failRemaining();
        dispatcher.failRemaining();

        assertThat(onlyError().message()).contains("the server was shut down");
        assertNothingRuns();
    }
}
