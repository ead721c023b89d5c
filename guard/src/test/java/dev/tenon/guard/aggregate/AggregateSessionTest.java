package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.ResponseCallback;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregateSessionTest {
    private final FakeMember one = new FakeMember("one");
    private final FakeMember two = new FakeMember("two");
    private final FakeAggregate fake = new FakeAggregate(Revision.V2025_11_25, one, two);
    private final RecordingCallback callback = new RecordingCallback();
    private ForwardingSession session;

    /** Records the outcome of a request, and runs an action meanwhile. */
    private static final class RecordingCallback implements ResponseCallback {
        private final List<Json> results = new ArrayList<>();
        private final List<Throwable> failures = new ArrayList<>();
        private Runnable resultAction = () -> {};

        @Override
        public void complete(Json result) {
            results.add(result);
            resultAction.run();
        }

        @Override
        public void fail(Throwable cause) {
            failures.add(cause);
        }

        @Override
        public void onCompletion(Runnable action) {
            // No request is cancelled.
        }
    }

    @BeforeEach
    void connect() throws Exception {
        session = fake.aggregate.connect(fake.connections.client);
        one.responder = (method, params) -> params;
    }

    private void send(Method<?, ?> method, String params) {
        session.forwardRequest(method, Json.parse(params), FakeAggregate.CALL, callback);
    }

    private void assertFails(int code) {
        assertThat(callback.results).isEmpty();
        assertThat(callback.failures).singleElement().isInstanceOfSatisfying(RpcException.class, e -> assertThat(
                        e.error().code())
                .isEqualTo(code));
    }

    @Test
    void a_call_reaches_its_member_without_the_prefix() {
        send(Methods.CALL_TOOL, "{\"name\":\"one_one_tool\",\"arguments\":{}}");

        assertThat(callback.results).containsExactly(Json.parse("{\"name\":\"one_tool\",\"arguments\":{}}"));
        assertThat(two.events).containsExactly("connect");
    }

    @Test
    void the_completion_of_a_prompt_reaches_its_member_without_the_prefix() {
        send(Methods.COMPLETE, "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"one_prompt\"}}");

        assertThat(callback.results)
                .containsExactly(Json.parse("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"prompt\"}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tools/call; {\"name\":\"three_tool\"}",
                "tools/call; {\"name\":\"one_\"}",
                "tools/call; {}",
                "prompts/get; {\"name\":\"tool\"}",
                "completion/complete; {\"ref\":{\"type\":\"ref/prompt\",\"name\":\"tool\"}}",
                "completion/complete; {}"
            })
    void an_unknown_name_is_an_invalid_param(String method, String params) {
        send(
                switch (method) {
                    case "tools/call" -> Methods.CALL_TOOL;
                    case "prompts/get" -> Methods.GET_PROMPT;
                    default -> Methods.COMPLETE;
                },
                params);

        assertFails(ErrorCode.INVALID_PARAMS);
    }

    @Test
    void a_member_is_released_after_its_response_was_passed_on() {
        callback.resultAction = () -> {
            fake.replaceMembers(two);
            assertThat(one.events).doesNotContain("close", "removed");
        };
        send(Methods.CALL_TOOL, "{\"name\":\"one_tool\"}");

        assertThat(callback.results).hasSize(1);
        assertThat(one.events).endsWith("close", "removed");
    }

    @Test
    void without_members_every_request_fails() {
        fake.replaceMembers();
        send(Methods.LIST_TOOLS, "{}");

        assertFails(ErrorCode.INTERNAL_ERROR);
        assertThat(one.events).endsWith("close", "removed");
    }

    @Test
    void a_tool_of_an_unknown_member_is_not_found() {
        List<@Nullable Tool> found = new ArrayList<>();
        session.findTool("three_tool", found::add);

        assertThat(found).hasSize(1).containsOnlyNulls();
    }

    @Test
    void a_closed_session_closes_its_members_and_is_not_notified_of_changes() {
        session.close();
        assertThat(one.events).containsExactly("connect", "close");
        assertThat(fake.aggregate.observers).isEmpty();

        fake.replaceMembers(two);
        assertThat(one.events).containsExactly("connect", "close", "removed");
    }
}
