package dev.tenon.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.Notification;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.RecordingHttpStream;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ResumableSseStreamTest {
    private static final int MAX_EVENTS = 4;
    private static final ChannelLimits LIMITS = new ChannelLimits(1 << 20, 2, 1000, Duration.ofMinutes(1));
    private static final Pattern DATA = Pattern.compile("data: ?(\\S+)");

    private final LimitHitCounters counters = new LimitHitCounters();
    private final SessionEventStore store = new SessionEventStore(
            new Limits.QueueLimits(MAX_EVENTS, 1 << 20, Duration.ofHours(1)),
            new EventMemoryBudget(1 << 20, counters),
            "caller");
    private final ResumableSseStream stream = store.createStream();
    private final RecordingHttpStream first = new RecordingHttpStream();
    private final RecordingHttpStream second = new RecordingHttpStream();
    private final List<String> events = new ArrayList<>();

    private BackpressuredStream reader(RecordingHttpStream http) {
        return new BackpressuredStream(http, LIMITS, null, counters, closed -> {});
    }

    private void send(String... messages) {
        for (String message : messages) {
            stream.enqueueEvenIfFull(message.getBytes(UTF_8));
        }
    }

    private static List<String> received(RecordingHttpStream http) {
        return DATA.matcher(http.text())
                .results()
                .map(MatchResult::group)
                .map(line -> line.replaceFirst("data: ?", ""))
                .toList();
    }

    @Test
    void messages_without_a_reader_are_sent_to_the_next_one() {
        send("a", "b");
        stream.resumeAfterLastSent(reader(first));
        send("c");

        assertThat(received(first)).containsExactly("a", "b", "c");
    }

    @Test
    void messages_that_a_reader_received_are_not_sent_to_the_next_one() {
        stream.resumeAfterLastSent(reader(first));
        send("a");
        stream.disconnect();
        send("b");

        stream.resumeAfterLastSent(reader(second));

        assertThat(received(first)).containsExactly("a");
        assertThat(received(second)).containsExactly("b");
    }

    @Test
    void a_reader_that_names_its_position_gets_everything_after_it() {
        stream.resumeAfterLastSent(reader(first));
        send("a", "b", "c");

        stream.resume(reader(second), 1);

        assertThat(received(second)).containsExactly("b", "c");
    }

    @Test
    void a_new_reader_replaces_the_previous_one() {
        stream.resumeAfterLastSent(reader(first));
        stream.resumeAfterLastSent(reader(second));
        send("a");

        assertThat(first.ends()).containsExactly("end");
        assertThat(received(first)).isEmpty();
        assertThat(received(second)).containsExactly("a");
    }

    @Test
    void a_reader_whose_next_event_is_lost_is_disconnected() {
        send("1", "2", "3", "4", "5");
        stream.resume(reader(first), 0);

        assertThat(first.ends()).containsExactly("abort");
        assertThat(received(first)).isEmpty();
    }

    @Test
    void a_reader_that_has_the_lost_event_is_resumed() {
        send("1", "2", "3", "4", "5");
        stream.resume(reader(first), 1);

        assertThat(received(first)).containsExactly("2", "3", "4", "5");
    }

    @Test
    void a_reader_without_a_position_continues_after_lost_events() {
        send("1", "2", "3", "4", "5", "6");
        stream.resumeAfterLastSent(reader(first));

        assertThat(first.ends()).isEmpty();
        assertThat(received(first)).containsExactly("3", "4", "5", "6");
    }

    @Test
    void a_finished_stream_sends_its_stored_events_and_ends() {
        send("a");
        stream.finish();
        send("after the end");

        stream.resume(reader(first), 0);

        assertThat(received(first)).containsExactly("a");
        assertThat(first.ends()).containsExactly("end");
    }

    @Test
    void a_finished_stream_is_forgotten_when_its_last_event_is_evicted() {
        send("a");
        stream.finish();
        assertThat(store.requireResumePosition("0-0").stream()).isSameAs(stream);

        ResumableSseStream other = store.createStream();
        for (int i = 0; i < MAX_EVENTS; i++) {
            other.enqueueEvenIfFull(new byte[1]);
        }

        assertThat(store.eventsOf(stream)).isEmpty();
        assertThatThrownBy(() -> store.requireResumePosition("0-1")).hasMessageContaining("no longer stored");
    }

    @Test
    void nothing_is_sent_without_waiting_if_there_is_no_reader() {
        assertThat(stream.trySend(new byte[1])).isFalse();

        stream.resumeAfterLastSent(reader(first));
        stream.disconnect();
        assertThat(stream.trySend(new byte[1])).isFalse();
        assertThat(store.eventsOf(stream)).isEmpty();
    }

    @Test
    void a_full_reader_gets_nothing_without_waiting() {
        stream.resumeAfterLastSent(reader(first));
        send("a", "b");

        assertThat(stream.trySend(new byte[1])).isFalse();
        first.readOne();
        assertThat(stream.trySend("c".getBytes(UTF_8))).isTrue();
        assertThat(received(first)).containsExactly("a", "b", "c");
    }

    @Test
    void a_notification_is_stored_only_while_there_is_no_reader() {
        Notification log = new Notification("notifications/message", null);
        assertThat(stream.tryStore(log)).isTrue();

        stream.resumeAfterLastSent(reader(first));
        assertThat(stream.tryStore(log)).isFalse();
        assertThat(store.eventsOf(stream)).hasSize(1);
    }

    @Test
    void an_action_that_waits_for_capacity_runs_when_the_next_reader_is_attached() {
        stream.onWritable(() -> events.add("writable"));
        assertThat(events).isEmpty();

        stream.resumeAfterLastSent(reader(first));
        stream.resumeAfterLastSent(reader(second));

        assertThat(events).containsExactly("writable");
    }

    @Test
    void an_action_that_waits_for_a_full_reader_runs_when_the_reader_disconnects() {
        stream.resumeAfterLastSent(reader(first));
        send("a", "b");
        stream.onWritable(() -> events.add("writable"));
        stream.disconnect();

        assertThat(events).containsExactly("writable");
    }

    @Test
    void the_priming_event_has_the_position_before_the_first_event() {
        stream.attachFirstReader(reader(first), true);
        send("a");

        assertThat(first.text()).contains("id: 0-0").contains("id: 0-1");
        assertThat(store.requireResumePosition("0-0").after()).isZero();
    }
}
