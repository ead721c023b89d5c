package dev.tenon.client.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.SubscriptionFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenStreamRegistryTest {
    private static final Json ID = Json.of(7);

    private final ListenStreamRegistry registry = new ListenStreamRegistry();
    private final List<String> events = new ArrayList<>();

    private void register(Runnable onEnd) {
        registry.register(ID, "owner", filter -> events.add("acknowledged"), onEnd);
    }

    @Test
    void a_stream_ends_once_and_is_unknown_from_then_on() {
        register(() -> events.add("ended, known=" + registry.isKnownOrNull(ID)));
        assertThat(registry.complete(ID)).isTrue();
        assertThat(registry.complete(ID)).isFalse();
        assertThat(events).containsExactly("ended, known=false");
        assertThat(registry.owner(ID)).isNull();
    }

    @Test
    void the_end_of_a_stream_may_open_the_next_one_with_the_same_id() {
        register(() -> register(() -> events.add("second ended")));
        registry.complete(ID);
        assertThat(registry.isKnownOrNull(ID)).isTrue();
        registry.complete(ID);
        assertThat(events).containsExactly("second ended");
    }

    @Test
    void an_acknowledgement_after_the_end_has_no_effect() {
        register(() -> {});
        registry.unregister(ID);
        assertThat(registry.acknowledge(ID, SubscriptionFilter.NONE)).isFalse();
        assertThat(events).isEmpty();
    }

    @Test
    void an_id_of_another_json_type_names_another_stream() {
        register(() -> {});
        assertThat(registry.isKnownOrNull(Json.of("7"))).isFalse();
        assertThat(registry.acknowledge(Json.of("7"), SubscriptionFilter.NONE)).isFalse();
        assertThat(registry.complete(Json.of("7"))).isFalse();
    }

    @Test
    void a_notification_without_an_id_belongs_to_no_stream_but_is_not_unknown() {
        assertThat(registry.isKnownOrNull(null)).isTrue();
        assertThat(registry.acknowledge(null, SubscriptionFilter.NONE)).isFalse();
        assertThat(registry.complete(null)).isFalse();
    }
}
