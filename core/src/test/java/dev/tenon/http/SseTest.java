package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SseTest {
    private static List<String> read(int maxBytes, byte[] stream, int... cuts) {
        EventCollector collector = new EventCollector();
        SseReader reader = new SseReader(maxBytes, collector);
        int from = 0;
        for (int cut : cuts) {
            reader.feed(stream, from, cut - from);
            from = cut;
        }
        reader.feed(stream, from, stream.length - from);
        return collector.events;
    }

    private static List<String> read(String stream) {
        return read(1000, stream.getBytes(UTF_8));
    }

    private static final class EventCollector implements SseReader.SseListener {
        final List<String> events = new ArrayList<>();

        @Override
        public void onEvent(SseEvent event) {
            events.add(event.toString());
        }

        @Override
        public void onOversizedEvent() {
            events.add("(too large)");
        }
    }

    @Test
    void written_events_can_be_read() {
        SseEvent event = SseEvent.of("{\"a\":\"ü\"}".getBytes(UTF_8))
                .withId("7")
                .withName("other")
                .withRetry(Duration.ofSeconds(3));
        byte[] bytes = SseWriter.write(event);
        assertThat(new String(bytes, UTF_8)).isEqualTo("id: 7\nevent: other\nretry: 3000\ndata: {\"a\":\"ü\"}\n\n");
        assertThat(read(1000, bytes)).containsExactly("other id=7 retry=3000 {\"a\":\"ü\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\n}", "{\r\n}", "{\r}"})
    void line_breaks_in_data_never_break_an_event(String data) {
        byte[] bytes = SseWriter.write(SseEvent.of(data.getBytes(UTF_8)));
        assertThat(new String(bytes, UTF_8)).isEqualTo("data: {\ndata: }\n\n");
        assertThat(read(1000, bytes)).containsExactly("message {\n}");
    }

    @Test
    void an_id_or_name_of_several_lines_is_rejected() {
        for (String bad : List.of("a\nb", "a\rb", "a\0b")) {
            assertThatThrownBy(() -> SseEvent.primingEvent(bad)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> SseEvent.primingEvent("1").withName(bad))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void priming_and_retry_events_carry_no_message() {
        assertThat(new String(SseWriter.write(SseEvent.primingEvent("9")), UTF_8))
                .isEqualTo("id: 9\ndata: \n\n");
        assertThat(read("id: 9\ndata: \n\nretry: 50\n\nid: 10\n\n"))
                .containsExactly("message id=9 ", "message retry=50", "message id=10");
        assertThat(SseEvent.primingEvent("9").hasNonEmptyData()).isFalse();
        assertThat(SseEvent.retryEvent(Duration.ZERO).hasNonEmptyData()).isFalse();
        assertThat(SseEvent.of(new byte[1]).hasNonEmptyData()).isTrue();
    }

    @Test
    @Covers("2026-07-28/http/sse-comments-ignored")
    void comments_carry_nothing() {
        assertThat(new String(SseWriter.keepAliveComment(), UTF_8)).isEqualTo(":\n\n");
        assertThat(read(":\r\n\r\n: hello\n:\ndata: 1\n: between\ndata: 2\n\n:end\n\n"))
                .containsExactly("message 1\n2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'data: a\n\n'|message a",
                "'data:a\n\n'|message a",
                "'data:  a\n\n'|'message  a'",
                "'data: a: b\n\n'|message a: b",
                "'data\n\n'|'message '",
                "'data\ndata\n\n'|'message \n'",
                "'data: a\ndata: b\n\n'|'message a\nb'",
                "'event: x\ndata: a\n\n'|x a",
                "'event:\ndata: a\n\n'|message a",
                "'event: x\nevent: y\ndata: a\n\n'|y a",
                "'id: 1\u0000\ndata: a\n\n'|message a",
                "'id\ndata: a\n\n'|message id= a",
                "'retry: 1x\ndata: a\n\n'|message a",
                "'retry: -1\ndata: a\n\n'|message a",
                "'retry:\ndata: a\n\n'|message a",
                "'unknown: x\nDATA: b\ndata: a\n\n'|message a",
                "'\uFEFFdata: a\n\n'|message a",
                "'\uFEFF\ndata: a\n\n'|message a",
                "'data: a\r\n\r\n'|message a",
                "'data: a\r\r'|message a",
                "'data: a\r\n\n'|message a"
            })
    void streams_are_parsed_as_the_standard_requires(String stream, String event) {
        assertThat(read(stream)).containsExactly(event);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n\n\n", "event: x\n\n", "data: unfinished", "data: unfinished\n", ":\n\n", "\uFEFF:x\n\n"})
    void incomplete_or_empty_events_are_dropped(String stream) {
        assertThat(read(stream)).isEmpty();
    }

    @Test
    void a_stream_yields_the_same_events_for_all_chunks() {
        byte[] stream = ("\uFEFFid: 1\r\ndata: ä\r\n\r\n:\r\n\r\n\rdata: " + "x".repeat(30)
                        + "\ndata: y\n\nevent: n\rdata: b\rdata:\r\rid: 2\n\ndata: z\n\n")
                .getBytes(UTF_8);
        List<String> expected = read(20, stream);
        assertThat(expected).containsExactly("message id=1 ä", "(too large)", "n b\n", "message id=2", "message z");
        for (int first = 0; first <= stream.length; first++) {
            for (int second = first; second <= stream.length; second++) {
                assertThat(read(20, stream, first, second)).isEqualTo(expected);
            }
        }
    }

    @Test
    void an_event_with_too_much_data_is_skipped_and_the_next_one_read() {
        assertThat(read(
                        5,
                        "data: 12345\n\ndata: 123456\n\ndata: 123\ndata: 45\n\ndata: 12\ndata: 34\n\n".getBytes(UTF_8)))
                .containsExactly("message 12345", "(too large)", "(too large)", "message 12\n34");
    }

    @Test
    void a_comment_may_be_of_any_length() {
        String stream = ":" + "x".repeat(500_000) + "\ndata: a\n\n";
        assertThat(read(5, stream.getBytes(UTF_8), 1, 7, 90_000)).containsExactly("message a");
    }

    @Test
    void random_streams_cause_no_exception() {
        Random random = new Random(11);
        String[] pieces = {
            "data", ":", " ", "id", "event", "retry", "\n", "\r", "\r\n", "1", "\0", "\uFEFF", "ü", "\n\n"
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder stream = new StringBuilder();
            for (int p = random.nextInt(30); p > 0; p--) {
                stream.append(pieces[random.nextInt(pieces.length)]);
            }
            byte[] bytes = stream.toString().getBytes(UTF_8);
            int cut = random.nextInt(bytes.length + 1);
            assertThat(read(8, bytes, cut)).isEqualTo(read(8, bytes));
        }
    }
}
