package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that an upstream with sessions suspends while it waits for input of clients without sessions. */
class SuspendedCallsTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";

    private static String call(int id, String tool, String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\","
                + members + META + "}}";
    }

    private static String resumeMembers(Json suspended, String name) {
        return "\"requestState\":" + suspended.get("result").get("requestState") + ",\"inputResponses\":{"
                + suspended.get("result").get("inputRequests").members().keySet().stream()
                        .map(key -> "\"" + key + "\":{\"action\":\"accept\",\"content\":{\"name\":\"" + name
                                + "\",\"age\":7}}")
                        .findFirst()
                        .orElseThrow()
                + "},";
    }

    private static GuardedServer newGuardedServer(HttpTransportKind upstream, GuardLimits limits) {
        return new GuardedServer(upstream, upstream, builder -> builder.limits(limits), Revision.V2025_11_25);
    }

    private static int code(Json response) {
        return response.get("error").get("code").number().intValue();
    }

    private static String text(Json response) {
        return response.get("result")
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }

    @ParameterizedTest
    @EnumSource(HttpTransportKind.class)
    void a_call_is_resumed_once(HttpTransportKind upstream) throws Exception {
        try (GuardedServer guarded = newGuardedServer(upstream, GuardLimits.DEFAULT);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            downstream.send(call(1, "ask", ""));
            Json suspended = downstream.receive();
            assertThat(suspended.get("result").get("resultType").string()).isEqualTo("input_required");
            downstream.send(call(2, "ask", resumeMembers(suspended, "Bo")));
            assertThat(text(downstream.receive())).isEqualTo("Bo is 7");
            downstream.send(call(3, "ask", resumeMembers(suspended, "Bo")));
            assertThat(code(downstream.receive())).isEqualTo(-32602);
        }
    }

    @Test
    void the_state_is_valid_for_its_request_only_and_cannot_be_forged() throws Exception {
        try (GuardedServer guarded = newGuardedServer(HttpTransportKind.WEB_SOCKET, GuardLimits.DEFAULT);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            downstream.send(call(1, "ask", ""));
            Json suspended = downstream.receive();
            downstream.send(call(2, "plan", resumeMembers(suspended, "Bo")));
            assertThat(code(downstream.receive())).isEqualTo(-32602);
            downstream.send(call(3, "ask", "\"requestState\":\"made up\","));
            assertThat(code(downstream.receive())).isEqualTo(-32602);
            downstream.send(call(4, "ask", resumeMembers(suspended, "Bo")));
            assertThat(text(downstream.receive())).isEqualTo("Bo is 7");
        }
    }

    @Test
    void an_invalid_input_response_can_be_repeated() throws Exception {
        try (GuardedServer guarded = newGuardedServer(HttpTransportKind.HTTP, GuardLimits.DEFAULT);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            downstream.send(call(1, "ask", ""));
            Json suspended = downstream.receive();
            downstream.send(call(2, "ask", resumeMembers(suspended, "Bo").replace("accept", "perhaps")));
            assertThat(code(downstream.receive())).isEqualTo(-32602);
            downstream.send(
                    call(3, "ask", "\"requestState\":" + suspended.get("result").get("requestState") + ","));
            Json again = downstream.receive();
            downstream.send(call(4, "ask", resumeMembers(again, "Bo")));
            assertThat(text(downstream.receive())).isEqualTo("Bo is 7");
        }
    }

    @Test
    void each_call_gets_its_own_input_request_without_attribution() throws Exception {
        try (GuardedServer guarded = newGuardedServer(HttpTransportKind.WEB_SOCKET, GuardLimits.DEFAULT);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            List<Json> suspended = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                downstream.send(call(i, "ask", ""));
                suspended.add(downstream.receive());
            }
            assertThat(guarded.guard().connectionCount()).isGreaterThanOrEqualTo(5);
            for (int i = 4; i >= 0; i--) {
                downstream.send(call(10 + i, "ask", resumeMembers(suspended.get(i), "Bo" + i)));
                assertThat(text(downstream.receive())).isEqualTo("Bo" + i + " is 7");
            }
        }
    }

    @Test
    void the_number_of_suspended_calls_is_limited() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withSuspendedCalls(2, Duration.ofMinutes(1));
        try (GuardedServer guarded = newGuardedServer(HttpTransportKind.HTTP, limits);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            for (int i = 0; i < 2; i++) {
                downstream.send(call(i, "ask", ""));
                assertThat(downstream.receive().get("result").get("resultType").string())
                        .isEqualTo("input_required");
            }
            downstream.send(call(3, "ask", ""));
            assertThat(downstream.receive().toString()).contains("429", "(limit: suspendedCalls)");
        }
    }

    @Test
    void a_suspended_call_times_out_and_is_cancelled_upstream() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withSuspendedCalls(10, Duration.ofMillis(300));
        try (GuardedServer guarded = newGuardedServer(HttpTransportKind.HTTP, limits);
                RawConnection downstream =
                        RawConnection.connectTo(guarded.guard().server())) {
            downstream.send(call(1, "ask", ""));
            Json suspended = downstream.receive();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (guarded.upstream().server.status().requests() > 0 && System.nanoTime() < until) {
                Thread.sleep(50);
            }
            assertThat(guarded.upstream().server.status().requests()).isZero();
            downstream.send(call(2, "ask", resumeMembers(suspended, "Bo")));
            assertThat(code(downstream.receive())).isEqualTo(-32602);
        }
    }
}
