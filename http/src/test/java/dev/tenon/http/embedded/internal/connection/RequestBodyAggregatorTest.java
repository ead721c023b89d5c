package dev.tenon.http.embedded.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.server.http.HttpBodyReceiver;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestBodyAggregatorTest {
    private static final int MAX_BYTES = 200_000;
    private static final int INLINE_BYTES = ThreadBlockingContext.MAX_INLINE_BYTES;

    private final FakeHttpServer server = new FakeHttpServer();
    private final FakeHttpExchange http = new FakeHttpExchange(server, server.newClientConnection());
    private final MemoryBudget budget = new MemoryBudget(MAX_BYTES);
    private final List<String> events = new ArrayList<>();
    private final RequestBodyAggregator aggregator =
            new RequestBodyAggregator(new RecordingReceiver(), budget, http.exchange);

    /** Records the outcome, and how much memory is reserved meanwhile. */
    private final class RecordingReceiver implements HttpBodyReceiver {
        @Override
        public int maxBytes() {
            return MAX_BYTES;
        }

        @Override
        public void onBody(byte[] body) {
            events.add("body=" + body.length + " reserved=" + budget.used());
            http.exchange.releaseBodyAndParserThread();
        }

        @Override
        public void onTooLarge() {
            events.add("too large, reserved=" + budget.used());
        }

        @Override
        public void onOutOfMemory() {
            events.add("out of memory, reserved=" + budget.used());
        }
    }

    private void receive(int bytes) {
        aggregator.onChunk(Buffer.buffer(new byte[bytes]));
    }

    @Test
    void the_memory_of_a_body_is_reserved_until_it_is_processed() {
        receive(10_000);
        aggregator.onEnd(true);

        assertThat(events).containsExactly("body=10000 reserved=10000");
        assertThat(budget.used()).isZero();
    }

    @Test
    void a_body_of_64_kib_is_parsed_at_once_and_a_larger_one_on_another_thread() {
        receive(INLINE_BYTES);
        aggregator.onEnd(true);
        assertThat(events).hasSize(1);

        RequestBodyAggregator larger = new RequestBodyAggregator(new RecordingReceiver(), budget, http.exchange);
        larger.onChunk(Buffer.buffer(new byte[INLINE_BYTES + 1]));
        larger.onEnd(true);
        assertThat(events).hasSize(1);

        server.runLoopTasks();
        assertThat(events).hasSize(2);
        assertThat(budget.used()).isZero();
    }

    @Test
    void a_body_of_the_limit_is_accepted() {
        receive(MAX_BYTES - 1);
        receive(1);
        aggregator.onEnd(true);
        server.runLoopTasks();

        assertThat(events).containsExactly("body=200000 reserved=200000");
    }

    @Test
    void a_larger_body_is_rejected_once_and_its_rest_is_discarded() {
        receive(MAX_BYTES);
        receive(1);
        receive(1);
        aggregator.onEnd(true);

        assertThat(events).containsExactly("too large, reserved=0");
    }

    @Test
    void a_body_without_memory_is_rejected_once_and_releases_what_it_had() {
        budget.tryGrow(0, 150_000);
        receive(40_000);
        receive(40_000);
        receive(1);
        aggregator.onEnd(true);

        assertThat(events).containsExactly("out of memory, reserved=150000");
    }

    @Test
    void an_incomplete_body_is_released_and_not_delivered() {
        receive(10_000);
        aggregator.onEnd(false);
        aggregator.onEnd(true);

        assertThat(events).isEmpty();
        assertThat(budget.used()).isZero();
    }

    @Test
    void a_response_that_starts_while_the_body_is_parsed_releases_its_memory_once() {
        budget.tryGrow(0, 10_000);
        receive(INLINE_BYTES + 1);
        aggregator.onEnd(true);
        aggregator.release();
        assertThat(budget.used()).isEqualTo(10_000);

        server.runLoopTasks();
        assertThat(budget.used()).isEqualTo(10_000);
    }
}
