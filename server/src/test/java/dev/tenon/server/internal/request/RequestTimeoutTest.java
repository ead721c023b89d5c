package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.limit.NamedTimeout;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests which timeout applies to a request, and when it has expired; the time is an argument. */
class RequestTimeoutTest {
    private static final Duration INPUT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    private final RequestExecution execution = execution(Duration.ofSeconds(60));
    private final ActiveCall call = new ActiveCall(
            execution,
            Methods.CALL_TOOL,
            Json.EMPTY_OBJECT,
            Meta.EMPTY,
            (requests, context) -> null,
            TestSettings.of(
                    Limits.DEFAULT.toBuilder().clientInputTimeout(INPUT_TIMEOUT).build()),
            null);

    private static RequestExecution execution(Duration timeout) {
        Request request = new Request(RequestId.of(1), "tools/call", Json.EMPTY_OBJECT);
        ClientProfile client = new ClientProfile.RequestClientProfile(null, ClientCapabilities.NONE, null);
        RequestSource source = new RequestSource(
                HandshakeCodec.of(Revision.V2025_11_25), client, "caller", null, Set.of(), null, null, null);
        return new RequestExecution(
                request.id(),
                new RecordingResponseSink(),
                new RequestObservation(ServerObserver.NONE, request, source),
                new NamedTimeout(timeout, "requestTimeout"),
                new NamedTimeout(MAX_DURATION, "maxRequestDuration"));
    }

    private String timeout() {
        return execution.currentTimeout().toString();
    }

    /** Returns whether the request is overdue when this time has passed from now. */
    private static boolean isOverdueAfter(RequestExecution request, Duration time) {
        return request.tryMarkOverdue(System.nanoTime() + time.toNanos());
    }

    @Test
    void a_request_is_overdue_after_its_timeout_and_only_once() {
        assertThat(isOverdueAfter(execution, Duration.ofSeconds(50))).isFalse();
        assertThat(isOverdueAfter(execution, Duration.ofSeconds(61))).isTrue();
        assertThat(isOverdueAfter(execution, Duration.ofSeconds(61))).isFalse();
    }

    @Test
    void a_timeout_longer_than_the_maximum_duration_is_replaced_by_it() {
        RequestExecution capped = execution(Duration.ofHours(1));

        assertThat(capped.currentTimeout()).hasToString("600 s (limit: maxRequestDuration)");
        assertThat(isOverdueAfter(capped, Duration.ofMinutes(11))).isTrue();
    }

    @Test
    void a_handler_extends_its_timeout_up_to_the_maximum_duration() {
        call.extendTimeout(Duration.ofSeconds(90));
        assertThat(timeout()).isEqualTo("90 s (limit: CallContext.extendTimeout)");
        assertThat(isOverdueAfter(execution, Duration.ofSeconds(80))).isFalse();

        call.extendTimeout(Duration.ofHours(2));
        assertThat(timeout()).isEqualTo("600 s (limit: maxRequestDuration)");
        assertThat(isOverdueAfter(execution, Duration.ofMinutes(11))).isTrue();
    }

    @Test
    void the_timeout_of_a_tool_raises_the_maximum_duration() {
        call.setToolTimeout(Duration.ofHours(1));

        assertThat(isOverdueAfter(execution, Duration.ofMinutes(50))).isFalse();
        assertThat(isOverdueAfter(execution, Duration.ofMinutes(61))).isTrue();
    }

    @Test
    void a_short_timeout_of_a_tool_keeps_the_maximum_duration() {
        call.setToolTimeout(Duration.ofSeconds(1));
        call.extendTimeout(Duration.ofHours(1));

        assertThat(timeout()).isEqualTo("600 s (limit: maxRequestDuration)");
    }

    @Test
    void an_open_input_request_has_the_timeout_of_the_user() {
        String during = call.awaitClientResponse(time -> time.toSeconds() + ": " + timeout());

        assertThat(during).isEqualTo("30: 30 s (limit: clientInputTimeout)");
        assertThat(timeout()).isEqualTo("60 s (limit: requestTimeout)");
    }

    @Test
    void the_timeout_of_the_user_applies_until_the_last_input_request_has_its_response() {
        call.awaitClientResponse(outer -> {
            call.awaitClientResponse(inner -> "");
            assertThat(timeout()).isEqualTo("30 s (limit: clientInputTimeout)");
            return "";
        });

        assertThat(timeout()).isEqualTo("60 s (limit: requestTimeout)");
    }

    @Test
    void an_input_request_that_fails_restores_the_timeout_of_the_handler() {
        assertThatThrownBy(() -> call.awaitClientResponse(time -> {
                    throw new IllegalStateException("not sent");
                }))
                .hasMessage("not sent");

        assertThat(timeout()).isEqualTo("60 s (limit: requestTimeout)");
    }

    @Test
    void progress_during_an_input_request_keeps_the_timeout_of_the_user() {
        call.awaitClientResponse(time -> {
            call.reportProgress(1, 2);
            assertThat(timeout()).isEqualTo("30 s (limit: clientInputTimeout)");
            return "";
        });
    }

    @Test
    void after_an_input_request_the_extended_timeout_applies_again() {
        call.extendTimeout(Duration.ofSeconds(90));
        call.awaitClientResponse(time -> "");

        assertThat(timeout()).isEqualTo("90 s (limit: CallContext.extendTimeout)");
    }

    @Test
    void a_request_that_stays_open_has_no_timeout() {
        execution.keepOpenUncounted();

        assertThat(isOverdueAfter(execution, Duration.ofDays(10_000))).isFalse();
    }
}
