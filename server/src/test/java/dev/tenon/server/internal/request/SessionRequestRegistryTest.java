package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.internal.TestRequestExecutions;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionRequestRegistryTest {
    private static final int MAX = 2;

    private final LimitHitCounters counters = new LimitHitCounters();
    private final SessionRequestRegistry strict = new SessionRequestRegistry(MAX, LeniencyPolicy.NONE, counters);
    private final SessionRequestRegistry lenient =
            new SessionRequestRegistry(MAX, (check, detail) -> check == LeniencyPolicy.ProtocolCheck.IDS, counters);

    private static RequestExecution register(SessionRequestRegistry registry, int id) {
        RequestExecution execution = TestRequestExecutions.of(id);
        registry.register(execution);
        return execution;
    }

    private static int errorCode(SessionRequestRegistry registry, int id) {
        try {
            register(registry, id);
        } catch (RpcException e) {
            return e.error().code();
        }
        throw new AssertionError("The request was registered");
    }

    @Test
    void requests_are_accepted_up_to_the_limit() {
        register(strict, 1);
        register(strict, 2);

        assertThat(errorCode(strict, 3)).isEqualTo(ErrorCode.BUSY);
        assertThat(strict.counter().runningCount()).isEqualTo(MAX);
        assertThat(counters.counts()).containsEntry(LimitType.REQUESTS_PER_SESSION, 1L);
    }

    @Test
    void a_request_that_ends_makes_room_for_another() {
        register(strict, 1);
        register(strict, 2).cancel();

        assertThat(register(strict, 3).isCompleted()).isFalse();
    }

    @Test
    void a_duplicate_id_is_rejected_and_does_not_count() {
        RequestExecution first = register(strict, 1);

        assertThat(errorCode(strict, 1)).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(strict.counter().runningCount()).isOne();
        assertThat(strict.find(RequestId.of(1))).isSameAs(first);
    }

    @Test
    void an_id_can_be_used_again_after_its_request_has_ended() {
        register(strict, 1).cancel();
        RequestExecution second = register(strict, 1);

        assertThat(strict.find(RequestId.of(1))).isSameAs(second);
    }

    @Test
    void the_end_of_an_accepted_duplicate_does_not_remove_the_first_request() {
        RequestExecution first = register(lenient, 1);
        register(lenient, 1).cancel();

        assertThat(lenient.find(RequestId.of(1))).isSameAs(first);
        assertThat(lenient.counter().runningCount()).isOne();
    }

    @Test
    void an_accepted_duplicate_is_cancelled_with_the_session() {
        RequestExecution first = register(lenient, 1);
        RequestExecution duplicate = register(lenient, 1);
        lenient.cancelAllAndClose();

        assertThat(first.isCompleted()).isTrue();
        assertThat(duplicate.isCompleted()).isTrue();
        assertThat(lenient.counter().runningCount()).isZero();
    }

    @Test
    void a_long_id_is_shortened_in_the_error() {
        List<String> details = new ArrayList<>();
        SessionRequestRegistry registry =
                new SessionRequestRegistry(MAX, (check, detail) -> !details.add(detail), counters);
        registry.register(executionWithId("x".repeat(59)));
        assertThatThrownBy(() -> registry.register(executionWithId("x".repeat(59))))
                .isInstanceOf(RpcException.class);

        assertThat(details).containsExactly("id \"" + "x".repeat(59) + "... is in flight already");
    }

    private static RequestExecution executionWithId(String id) {
        RequestExecution any = TestRequestExecutions.of(1);
        return new RequestExecution(
                RequestId.of(id), null, any.observation(), any.currentTimeout(), any.currentTimeout());
    }

    @Test
    void a_request_that_arrives_after_the_close_is_cancelled() {
        strict.cancelAllAndClose();

        assertThat(register(strict, 1).isCompleted()).isTrue();
        assertThat(strict.counter().runningCount()).isZero();
    }
}
