package dev.tenon.server.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReadResult.MessageBatch;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestRequestExecutions;
import dev.tenon.server.internal.request.RequestExecution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchResponseCollectorTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}";
    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 100);

    private final RecordingResponseSink sink = new RecordingResponseSink();
    private final List<String> arrays = new ArrayList<>();

    private static MessageBatch batch(String... messages) {
        return (MessageBatch) READER.read(("[" + String.join(",", messages) + "]").getBytes(UTF_8));
    }

    private BatchResponseCollector collector(String... messages) {
        return new BatchResponseCollector(
                batch(messages), sink, Revision.V2025_03_26, array -> arrays.add(new String(array, UTF_8)));
    }

    private static Response result(int id) {
        return new Response.Success(RequestId.of(id), Json.EMPTY_OBJECT);
    }

    @Test
    void all_responses_are_sent_in_one_array_after_the_last_one() {
        BatchResponseCollector collector = collector(PING.formatted(1), PING.formatted(2));
        collector.sendResponse(result(2));
        assertThat(arrays).isEmpty();

        collector.sendResponse(result(1));

        assertThat(arrays)
                .containsExactly(
                        "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
        assertThat(sink.abandonedCount()).isZero();
    }

    @Test
    void a_cancelled_request_is_not_in_the_array() {
        BatchResponseCollector collector = collector(PING.formatted(1), PING.formatted(2));
        collector.sendResponse(result(1));
        collector.abandon();

        assertThat(arrays).containsExactly("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
    }

    @Test
    void a_batch_whose_requests_were_all_cancelled_is_abandoned_once() {
        BatchResponseCollector collector = collector(PING.formatted(1), PING.formatted(2), NOTIFICATION);
        collector.abandon();
        assertThat(sink.abandonedCount()).isZero();

        collector.abandon();

        assertThat(sink.abandonedCount()).isOne();
        assertThat(arrays).isEmpty();
    }

    @Test
    void a_response_that_crosses_the_cancellation_counts_once() {
        BatchResponseCollector collector = collector(PING.formatted(1), PING.formatted(2));
        RequestExecution execution = TestRequestExecutions.of(1, collector);
        execution.cancel();
        execution.tryComplete(TestRequestExecutions.shutdownCompletion(execution));
        assertThat(arrays).isEmpty();

        collector.sendResponse(result(2));

        assertThat(arrays).containsExactly("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
    }

    @Test
    void notifications_and_responses_of_the_client_expect_no_response() {
        String response = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
        String invalidNotification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":1}";

        assertThat(collector(NOTIFICATION, response, invalidNotification).hasExpectedResponses())
                .isFalse();
    }

    @Test
    void an_invalid_message_expects_an_error() {
        BatchResponseCollector collector = collector("1", NOTIFICATION);
        assertThat(collector.hasExpectedResponses()).isTrue();

        collector.sendResponse(new Response.Failure(null, new RpcError(-32600, "no")));

        assertThat(arrays)
                .containsExactly("[{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}]");
    }

    @Test
    void notifications_of_the_server_are_not_collected() {
        BatchResponseCollector collector = collector(PING.formatted(1));
        collector.trySendNotification(new Notification("notifications/progress", null));

        assertThat(sink.methods()).containsExactly("notifications/progress");
    }

    @Test
    void a_batch_is_rejected_if_the_revision_has_none_or_it_cannot_be_one() {
        MessageBatch valid = batch(PING.formatted(1));
        MessageBatch initialize = batch("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");

        assertThat(BatchResponseCollector.findError(valid, Revision.V2025_03_26))
                .isNull();
        assertThat(BatchResponseCollector.findError(valid, Revision.V2025_06_18))
                .isNotNull();
        assertThat(BatchResponseCollector.findError(valid, null)).isNotNull();
        assertThat(BatchResponseCollector.findError(initialize, Revision.V2025_03_26))
                .isNotNull();
        assertThat(BatchResponseCollector.findError(new MessageBatch(List.of()), Revision.V2025_03_26))
                .isNotNull();
    }
}
