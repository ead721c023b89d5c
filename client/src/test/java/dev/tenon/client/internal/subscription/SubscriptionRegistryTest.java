package dev.tenon.client.internal.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.FakeChannel;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.Connector;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions in revisions with sessions, where each resource is subscribed once for the whole connection. */
class SubscriptionRegistryTest {
    private final FakeChannel channel = new FakeChannel()
            .respondTo(
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"resources\":{\"subscribe\":true}},"
                            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}")
            .respondTo("resources/subscribe", "{}")
            .respondTo("resources/unsubscribe", "{}");

    private final TestClientContext client = new TestClientContext(TestClientContext.configWith(
            TestClientContext.configOf(ClientLimits.DEFAULT), "revisions", Set.of(Revision.V2025_11_25)));
    private final ConnectionProvider connections = new ConnectionProvider(
            new Connector(ServerTarget.channel(channel), client.context), client.context, connection -> {});
    private final SubscriptionRegistry registry =
            new SubscriptionRegistry(connections, client.context, new CallExecutor(connections, client.context));

    private final List<String> closed = new ArrayList<>();

    @BeforeEach
    void runTasksInline() {
        client.executor.runInline();
    }

    private Subscription subscribe(String uri, Runnable onClosed) {
        return registry.subscribe(new SubscriptionFilter(false, false, false, List.of(uri)), null, onClosed);
    }

    private Subscription subscribe(String uri) {
        return subscribe(uri, () -> closed.add(uri));
    }

    private List<String> uris(String method) {
        return channel.sent(method).stream()
                .map(request -> request.get("params"))
                .map((Json params) -> params.string("uri"))
                .toList();
    }

    @Test
    void a_resource_is_unsubscribed_when_its_last_subscription_is_closed() {
        Subscription first = subscribe("a:/1");
        Subscription second = subscribe("a:/1");
        first.close();
        assertThat(uris("resources/unsubscribe")).isEmpty();
        second.close();
        assertThat(uris("resources/unsubscribe")).containsExactly("a:/1");
        assertThat(closed).containsExactly("a:/1", "a:/1");
    }

    @Test
    void a_subscription_that_the_server_rejects_is_closed_and_not_restored() {
        channel.on("resources/subscribe", request -> channel.receiveError(request, -32602, "null"));
        try {
            subscribe("a:/1");
        } catch (RuntimeException e) {
            closed.add("rejected");
        }
        assertThat(closed).containsExactly("a:/1", "rejected");
        registry.restore(connections.currentConnection());
        assertThat(uris("resources/subscribe")).hasSize(1);
    }

    @Test
    void all_subscriptions_are_restored_on_a_new_connection_even_if_one_is_rejected() {
        Subscription rejected = subscribe("a:/1");
        Subscription restored = subscribe("a:/2");
        registry.deactivateAll();
        channel.on("resources/subscribe", request -> {
            if (request.toString().contains("a:/1")) {
                channel.receiveError(request, -32602, "null");
            } else {
                channel.receiveResult(request, "{}");
            }
        });
        registry.restore(connections.currentConnection());
        assertThat(rejected.isActive()).isFalse();
        assertThat(restored.isActive()).isTrue();
    }

    @Test
    void closing_all_subscriptions_closes_each_once_and_unsubscribes_nothing() {
        subscribe("a:/1");
        Subscription second = subscribe("a:/2");
        connections.close();
        registry.close();
        second.close();
        assertThat(closed).containsExactlyInAnyOrder("a:/1", "a:/2");
        assertThat(uris("resources/unsubscribe")).isEmpty();
    }

    @Test
    void a_close_listener_that_throws_does_not_keep_the_others_open() {
        List<Subscription> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(subscribe("a:/" + i, () -> {
                throw new IllegalStateException("broken listener");
            }));
        }
        connections.close();
        registry.close();
        assertThat(all).allMatch(Subscription::isClosed);
    }
}
