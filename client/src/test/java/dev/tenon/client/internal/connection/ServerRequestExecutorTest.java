package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.RawHandler;
import dev.tenon.client.internal.ManualExecutor;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerRequestExecutorTest {
    private static final Json NO_ROOTS = Json.parse("{\"roots\":[]}");

    /** What the handler does for each request, in order; an empty list of roots at the end. */
    private final Queue<Callable<Json>> handling = new ArrayDeque<>();

    private final TestClientContext client = new TestClientContext(TestClientContext.configWith(
            TestClientContext.configOf(
                    ClientLimits.DEFAULT.toBuilder().serverRequests(2).build()),
            "rawHandler",
            new ScriptedHandler()));
    private final ManualExecutor executor = client.executor;
    private final FakeTransport transport = new FakeTransport();
    private final McpConnection connection = TestConnections.open(transport, client.context, Revision.V2025_11_25);

    private void receiveRequest(String id) {
        transport.receive("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"roots/list\"}", null);
    }

    private void receiveCancellation(String id) {
        transport.receive(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"" + id
                        + "\"}}",
                null);
    }

    /** Checks that exactly as many requests are accepted as the limit: each permit was returned once. */
    private void assertAllPermitsAreFree() {
        executor.runAll();
        transport.sent.clear();
        receiveRequest("x");
        receiveRequest("y");
        assertThat(transport.responses()).isEmpty();
        receiveRequest("z");
        assertThat(transport.responses())
                .singleElement()
                .satisfies(response -> assertError(response, "z", ErrorCode.BUSY));
        executor.runAll();
    }

    private static void assertError(Response response, String id, int code) {
        assertThat(response.id()).isEqualTo(RequestId.of(id));
        assertThat(((Response.Failure) response).error().code()).isEqualTo(code);
    }

    @AfterEach
    void clearInterrupt() {
        var unused = Thread.interrupted();
    }

    @Test
    void requests_beyond_the_limit_are_rejected_until_one_has_ended() {
        receiveRequest("a");
        receiveRequest("b");
        receiveRequest("c");
        assertThat(transport.responses())
                .singleElement()
                .satisfies(response -> assertError(response, "c", ErrorCode.BUSY));
        executor.runNext();
        receiveRequest("d");
        assertThat(connection.activeServerRequestCount()).isEqualTo(2);
        assertAllPermitsAreFree();
    }

    @Test
    void a_ping_is_answered_at_once_even_if_the_limit_is_reached() {
        receiveRequest("a");
        receiveRequest("b");
        transport.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", null);
        assertThat(transport.responses())
                .singleElement()
                .isEqualTo(new Response.Success(RequestId.of(1), Json.EMPTY_OBJECT));
    }

    @Test
    void a_request_with_an_id_in_use_is_rejected_and_takes_no_permit() {
        receiveRequest("a");
        receiveRequest("a");
        assertThat(transport.responses())
                .singleElement()
                .satisfies(response -> assertError(response, "a", ErrorCode.INVALID_REQUEST));
        assertAllPermitsAreFree();
    }

    @Test
    void an_id_may_be_used_again_once_its_response_is_being_sent() {
        transport.sendHook = message -> {
            transport.sendHook = later -> {};
            receiveRequest("a");
        };
        receiveRequest("a");
        executor.runAll();
        assertThat(transport.responses())
                .containsExactly(
                        new Response.Success(RequestId.of("a"), NO_ROOTS),
                        new Response.Success(RequestId.of("a"), NO_ROOTS));
    }

    @Test
    void a_request_that_is_cancelled_before_it_starts_is_not_handled_and_returns_its_permit() {
        handling.add(() -> {
            throw new AssertionError("handled");
        });
        receiveRequest("a");
        receiveCancellation("a");
        receiveCancellation("a");
        executor.runAll();
        handling.clear();
        assertThat(transport.responses()).isEmpty();
        assertAllPermitsAreFree();
    }

    @Test
    void a_request_that_is_cancelled_by_its_own_handler_gets_no_response_and_returns_its_permit_once() {
        handling.add(() -> {
            receiveCancellation("a");
            assertThat(Thread.interrupted()).as("the handler is interrupted").isTrue();
            return NO_ROOTS;
        });
        receiveRequest("a");
        executor.runAll();
        assertThat(transport.responses()).isEmpty();
        assertAllPermitsAreFree();
    }

    @Test
    void the_late_end_of_a_cancelled_request_does_not_end_the_next_one_with_the_same_id() {
        handling.add(() -> {
            receiveCancellation("a");
            receiveRequest("a");
            return Json.parse("{\"roots\":[{\"uri\":\"file:///late\"}]}");
        });
        receiveRequest("a");
        executor.runNext();
        assertThat(connection.activeServerRequestCount()).isEqualTo(1);
        executor.runAll();
        assertThat(transport.responses()).containsExactly(new Response.Success(RequestId.of("a"), NO_ROOTS));
        assertAllPermitsAreFree();
    }

    @Test
    void a_handler_that_is_interrupted_sends_no_response_and_keeps_the_interrupt() {
        handling.add(() -> {
            throw new InterruptedException();
        });
        receiveRequest("a");
        executor.runAll();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(transport.responses()).isEmpty();
        assertAllPermitsAreFree();
    }

    @Test
    void a_handler_that_fails_gets_an_error_response_without_the_reason() {
        handling.add(() -> {
            throw new IllegalStateException("secret");
        });
        receiveRequest("a");
        executor.runAll();
        assertThat(transport.responses()).singleElement().satisfies(response -> {
            assertError(response, "a", ErrorCode.INTERNAL_ERROR);
            assertThat(response.toString()).doesNotContain("secret");
        });
        assertAllPermitsAreFree();
    }

    @Test
    void a_handler_that_recurses_endlessly_gets_an_error_response() {
        handling.add(() -> {
            throw new StackOverflowError();
        });
        receiveRequest("a");
        executor.runAll();
        assertThat(transport.responses())
                .singleElement()
                .satisfies(response -> assertError(response, "a", ErrorCode.INTERNAL_ERROR));
        assertAllPermitsAreFree();
    }

    @Test
    void a_response_after_the_end_of_the_transport_is_dropped_and_returns_the_permit() {
        handling.add(() -> {
            transport.close();
            return NO_ROOTS;
        });
        receiveRequest("a");
        executor.runAll();
        assertThat(transport.responses()).isEmpty();
        assertThat(connection.activeServerRequestCount()).isZero();
    }

    @Test
    void the_end_of_the_connection_interrupts_handlers_and_drops_waiting_requests() {
        handling.add(() -> {
            connection.close();
            assertThat(Thread.interrupted()).isTrue();
            return NO_ROOTS;
        });
        handling.add(() -> {
            throw new AssertionError("handled after the end");
        });
        receiveRequest("a");
        receiveRequest("b");
        executor.runAll();
        assertThat(transport.responses()).isEmpty();
        assertThat(handling).hasSize(1);
    }

    /** Handles requests as {@link #handling} says. */
    private final class ScriptedHandler implements RawHandler {
        @Override
        public Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec codec, @Nullable Object owner)
                throws Exception {
            Callable<Json> next = handling.poll();
            return next == null ? NO_ROOTS : next.call();
        }

        @Override
        public void handleNotification(
                NotificationType<?> type, Json params, ProtocolCodec codec, @Nullable Object owner) {}
    }
}
