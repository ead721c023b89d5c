package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.http.ResumableSseStream;
import dev.tenon.server.internal.http.SessionEventStore;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 13: the stored events of all sessions are limited, and one caller may use half of the memory. */
class SessionEventStoreTest {
    private static final int MAX_BYTES = 10_000;

    private final LimitHitCounters counters = new LimitHitCounters();
    private final EventMemoryBudget budget = new EventMemoryBudget(MAX_BYTES, counters);

    private SessionEventStore store(String caller) {
        return new SessionEventStore(new Limits.QueueLimits(256, 1 << 20, Duration.ofMinutes(5)), budget, caller);
    }

    /** Sends events of more than 1000 bytes on a new stream, and returns the stored ones. */
    private static List<SessionEventStore.StoredEvent> sendEvents(SessionEventStore store, int events) {
        ResumableSseStream stream = store.createStream();
        for (int i = 0; i < events; i++) {
            send(stream, 1000);
        }
        return store.eventsOf(stream);
    }

    @Test
    void the_sessions_of_one_caller_store_at_most_half_and_evict_their_own_oldest_events() {
        SessionEventStore first = store("a");
        assertThat(sendEvents(first, 3)).hasSize(3);
        assertThat(sendEvents(store("a"), 20))
                .extracting(SessionEventStore.StoredEvent::position)
                .containsExactly(20L);
        assertThat(counters.counts()).extractingByKey(LimitType.EVENT_BYTES).isEqualTo(19L);

        assertThat(sendEvents(store("b"), 20)).hasSize(4);
        assertThat(sendEvents(store("c"), 20)).hasSize(1);
    }

    /**
     * The events of other sessions of the caller leave too little memory for a large event; evicting all events of this
     * session would not help.
     */
    @Test
    void an_event_that_cannot_be_stored_evicts_no_other_and_is_counted_once() {
        assertThat(sendEvents(store("a"), 2)).hasSize(2);
        SessionEventStore store = store("a");
        ResumableSseStream stream = store.createStream();
        send(stream, 1000);
        send(stream, 1000);

        send(stream, 4000);
        assertThat(positions(store, stream)).containsExactly(1L, 2L);
        assertThat(counters.counts()).extractingByKey(LimitType.EVENT_BYTES).isEqualTo(1L);
        assertThatThrownBy(() -> store.requireResumePosition("0-2")).hasMessageContaining("no longer stored");

        send(stream, 1000);
        assertThat(positions(store, stream)).containsExactly(2L, 4L);
        assertThat(counters.counts()).extractingByKey(LimitType.EVENT_BYTES).isEqualTo(2L);
        assertThatThrownBy(() -> store.requireResumePosition("0-2")).hasMessageContaining("no longer stored");
        assertThat(store.requireResumePosition("0-3").after()).isEqualTo(3);
    }

    private static void send(ResumableSseStream stream, int bytes) {
        stream.enqueueEvenIfFull("x".repeat(bytes).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static List<Long> positions(SessionEventStore store, ResumableSseStream stream) {
        return store.eventsOf(stream).stream()
                .map(SessionEventStore.StoredEvent::position)
                .toList();
    }

    /** Item 15: no event is lost silently. */
    @Test
    void a_stream_is_resumed_only_if_all_later_events_are_stored() {
        SessionEventStore store = store("a");
        assertThat(sendEvents(store, 20))
                .extracting(SessionEventStore.StoredEvent::position)
                .containsExactly(17L, 18L, 19L, 20L);
        assertThatThrownBy(() -> store.requireResumePosition("0-15")).hasMessageContaining("no longer stored");
        assertThat(store.requireResumePosition("0-16").after()).isEqualTo(16);

        SessionEventStore second = store("a");
        assertThat(sendEvents(second, 1)).isEmpty();
        assertThatThrownBy(() -> second.requireResumePosition("0-0")).hasMessageContaining("no longer stored");
        assertThat(second.requireResumePosition("0-1").after()).isEqualTo(1);
    }

    /**
     * Item 15: an unknown id is not a position to resume from, because the events after it are not those that the
     * client missed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"0-4", "0-999999999999999999", "1-0", "999999999-1", "0-", "-1", "0-1-1", "any", ""})
    void an_unknown_event_id_is_rejected(String id) {
        SessionEventStore store = store("a");
        sendEvents(store, 3);

        assertThat(store.requireResumePosition("0-3").after()).isEqualTo(3);
        assertThatThrownBy(() -> store.requireResumePosition(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no event of this session has had this id");
    }

    @Test
    void a_session_that_ends_releases_its_memory_and_stores_nothing_more() {
        SessionEventStore first = store("a");
        assertThat(sendEvents(first, 20)).hasSize(4);
        assertThat(sendEvents(store("a"), 1)).isEmpty();

        first.close();
        assertThat(sendEvents(first, 20)).isEmpty();
        assertThat(sendEvents(store("a"), 20)).hasSize(4);
    }
}
