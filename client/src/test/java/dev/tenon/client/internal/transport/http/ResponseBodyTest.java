package dev.tenon.client.internal.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.FakeHttpClient;
import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.ManualExecutor;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The body of a response, collected or read as events, on threads that may block and that must not. */
class ResponseBodyTest {
    private static final String LARGE = "x".repeat(ThreadBlockingContext.MAX_INLINE_BYTES + 1);

    private final ThreadBlockingContext eventLoop = ThreadBlockingContext.nonBlocking("event loop");
    private final ManualExecutor executor = new ManualExecutor();
    private final List<String> events = new ArrayList<>();

    private void recordBody(byte[] body, @Nullable IOException failure) {
        events.add(new String(body, UTF_8) + (failure == null ? "" : ", " + failure.getMessage()));
    }

    private FakeCall collect(int maxBytes) {
        return receive(head -> new BodyCollector(head, maxBytes, executor, this::recordBody));
    }

    private FakeCall readEvents(int maxBytes) {
        SseReader.SseListener handler = new SseReader.SseListener() {
            @Override
            public void onEvent(SseEvent event) {
                events.add(new String(event.data(), UTF_8));
            }

            @Override
            public void onOversizedEvent() {
                events.add("oversized");
            }
        };
        return receive(head ->
                new EventStreamReader(head, maxBytes, executor, handler, failure -> events.add("end: " + failure)));
    }

    /** Returns a call whose response with status 200 this listener receives. */
    private static FakeCall receive(Function<HttpResponseHead, HttpResponseHandler.BodyListener> listener) {
        URI uri = URI.create("http://127.0.0.1/");
        FakeHttpClient http = new FakeHttpClient();
        HttpResponseHandler handler = new HttpResponseHandler() {
            @Override
            public BodyListener onHead(ResponseHead head, HttpCall call) {
                return listener.apply(new HttpResponseHead(uri, head, call));
            }

            @Override
            public void onFailure(IOException cause) {
                throw new AssertionError(cause);
            }
        };
        AsyncHttpClient.AsyncHttpRequest request = new AsyncHttpClient.AsyncHttpRequest(
                "GET", uri, null, Map.of(), new byte[0], true, Duration.ofSeconds(1));
        var unused = http.send(request, handler);
        return http.last().respondHead(200);
    }

    @Test
    void a_body_of_exactly_the_limit_is_delivered_when_it_ends() {
        FakeCall call = collect(6).respondData("abc").respondData("def");
        assertThat(events).isEmpty();
        call.respondEnd();
        assertThat(events).containsExactly("abcdef");
    }

    @Test
    void a_body_beyond_the_limit_aborts_the_call_and_is_delivered_once() {
        FakeCall call = collect(5).respondData("abc").respondData("def");
        assertThat(events).containsExactly("abcdef");
        assertThat(call.isAborted()).isTrue();
    }

    @Test
    void data_that_was_already_on_the_way_when_the_call_was_aborted_is_ignored() {
        BodyCollector[] collector = new BodyCollector[1];
        receive(head -> collector[0] = new BodyCollector(head, 1, executor, this::recordBody));
        collector[0].onData("ab".getBytes(UTF_8));
        collector[0].onData("cd".getBytes(UTF_8));
        collector[0].onFailure(new IOException("aborted"));
        collector[0].onEnd();
        assertThat(events).containsExactly("ab");
    }

    @Test
    void a_broken_body_is_delivered_with_its_failure() {
        collect(100).respondData("abc").fail(new IOException("reset"));
        assertThat(events).containsExactly("abc, reset");
    }

    @Test
    void a_large_body_is_delivered_on_the_executor_if_the_thread_must_not_block() {
        FakeCall call = collect(1 << 20);
        eventLoop.run(() -> call.respondData(LARGE).respondEnd());
        assertThat(events).isEmpty();
        executor.runAll();
        assertThat(events).containsExactly(LARGE);
    }

    @Test
    void a_large_body_is_delivered_at_once_if_the_executor_is_shut_down() {
        executor.shutdown();
        FakeCall call = collect(1 << 20);
        eventLoop.run(() -> call.respondData(LARGE).respondEnd());
        assertThat(events).containsExactly(LARGE);
    }

    @Test
    void a_large_event_is_read_on_the_executor_and_the_response_is_paused_meanwhile() {
        FakeCall call = readEvents(1 << 20);
        eventLoop.run(() -> call.respondData("data: " + LARGE + "\n\n"));
        assertThat(events).isEmpty();
        assertThat(call.isPaused()).isTrue();
        executor.runAll();
        assertThat(events).containsExactly(LARGE);
        assertThat(call.isPaused()).isFalse();
    }

    @Test
    void many_small_pieces_of_a_large_event_are_read_on_the_executor_and_the_next_event_is_not() {
        FakeCall call = readEvents(1 << 20);
        String half = LARGE.substring(LARGE.length() / 2);
        eventLoop.run(() -> call.respondData("data: " + half));
        assertThat(executor.taskCount()).isZero();
        eventLoop.run(() -> call.respondData(half + half + "\n\n"));
        executor.runAll();
        assertThat(events).containsExactly(half + half + half);
        eventLoop.run(() -> call.respondData("data: small\n\n"));
        assertThat(events).hasSize(2);
    }

    @Test
    void a_stream_whose_executor_is_shut_down_is_aborted() {
        executor.shutdown();
        FakeCall call = readEvents(1 << 20);
        eventLoop.run(() -> call.respondData("data: " + LARGE + "\n\n"));
        assertThat(call.isAborted()).isTrue();
        assertThat(events).isEmpty();
    }

    @Test
    void an_event_handler_that_fails_on_the_executor_does_not_leave_the_response_paused() {
        FakeCall call = receive(head -> new EventStreamReader(head, 1 << 20, executor, new FailingListener(), f -> {}));
        eventLoop.run(() -> call.respondData("data: " + LARGE + "\n\n"));
        try {
            executor.runAll();
        } catch (IllegalStateException e) {
            events.add(e.getMessage());
        }
        assertThat(events).containsExactly("broken handler");
        assertThat(call.isPaused()).isFalse();
    }

    @Test
    void a_stream_reports_whether_it_ended_or_broke() {
        readEvents(100).respondEnd();
        readEvents(100).fail(new IOException("reset"));
        assertThat(events).containsExactly("end: null", "end: java.io.IOException: reset");
    }

    /** Fails for each event. */
    private static final class FailingListener implements SseReader.SseListener {
        @Override
        public void onEvent(SseEvent event) {
            throw new IllegalStateException("broken handler");
        }

        @Override
        public void onOversizedEvent() {}
    }
}
