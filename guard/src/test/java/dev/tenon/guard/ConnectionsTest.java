package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.TextContent;
import dev.tenon.server.LimitType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which clients share an upstream connection, and what the upstream learns about clients. */
class ConnectionsTest {
    private static final Revision SESSIONS = Revision.V2025_11_25;
    private static final Revision NO_SESSIONS = Revision.V2026_07_28;

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static McpClient client(GuardedServer guarded, Revision revision) {
        return McpClient.builder("front", "1").revisions(revision).connect(guarded.guardTarget());
    }

    private static void awaitConnections(GuardedServer guarded, int expected) throws InterruptedException {
        await(expected, () -> guarded.guard().connectionCount());
    }

    private static void await(int expected, IntSupplier number) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (number.getAsInt() != expected && System.nanoTime() < until) {
            Thread.sleep(50);
        }
        assertThat(number.getAsInt()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(HttpTransportKind.class)
    void each_session_has_its_own_connection(HttpTransportKind transport) throws Exception {
        try (GuardedServer guarded = new GuardedServer(transport, SESSIONS)) {
            McpClient one = client(guarded, SESSIONS);
            McpClient other = client(guarded, SESSIONS);
            assertThat(guarded.guard().connectionCount()).isEqualTo(2);
            one.close();
            awaitConnections(guarded, 1);
            other.close();
            awaitConnections(guarded, 0);
            // The guard removes a connection before the upstream notices its end.
            await(0, () -> guarded.upstream().server.status().sessions());
        }
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    void an_upstream_without_sessions_has_one_connection_for_all(Revision downstream) {
        try (GuardedServer guarded = new GuardedServer(HttpTransportKind.HTTP, NO_SESSIONS);
                McpClient one = client(guarded, downstream);
                McpClient other = client(guarded, downstream)) {
            one.ping();
            other.ping();
            assertThat(guarded.guard().connectionCount()).isEqualTo(1);
        }
    }

    @Test
    void clients_without_sessions_share_with_equal_capabilities() {
        try (GuardedServer guarded = new GuardedServer(HttpTransportKind.HTTP, SESSIONS);
                McpClient one = client(guarded, NO_SESSIONS);
                McpClient other = client(guarded, NO_SESSIONS);
                McpClient withForms = McpClient.builder("able", "1")
                        .revisions(NO_SESSIONS)
                        .onForm((form, asker) -> ElicitResult.decline())
                        .connect(guarded.guardTarget())) {
            one.ping();
            other.ping();
            assertThat(guarded.guard().connectionCount()).isEqualTo(2);
            withForms.ping();
            assertThat(guarded.guard().connectionCount()).isEqualTo(2);
        }
    }

    @Test
    void an_idle_connection_is_closed_and_reopened_on_demand() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withConnectionIdleTimeout(Duration.ofMillis(500));
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP, HttpTransportKind.HTTP, builder -> builder.limits(limits), SESSIONS);
                McpClient one = client(guarded, NO_SESSIONS)) {
            one.ping();
            awaitConnections(guarded, 0);
            Conditions.await(Duration.ofSeconds(30), () -> {
                one.ping();
                return guarded.guard().connectionCount() == 1;
            });
        }
    }

    @Test
    void the_number_of_connections_is_limited() {
        GuardLimits limits = GuardLimits.DEFAULT.withConnections(1);
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP, HttpTransportKind.HTTP, builder -> builder.limits(limits), SESSIONS);
                McpClient one = client(guarded, SESSIONS)) {
            one.ping();
            assertThatThrownBy(() -> client(guarded, SESSIONS).close())
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(429))
                    .hasMessageContaining("(limit: GuardLimits.connections)");
            one.ping();
        }
    }

    /**
     * Issue 20, item 13: a guard stores the URIs of subscriptions, so long ones are rejected before the upstream gets
     * them.
     */
    @ParameterizedTest
    @MethodSource("eras")
    void a_subscription_to_a_long_uri_is_rejected(Revision downstream, Revision upstream) {
        SubscriptionFilter filter =
                SubscriptionFilter.NONE.withResourceSubscriptions(List.of("test://" + "u".repeat(100_000)));
        try (GuardedServer guarded = new GuardedServer(HttpTransportKind.HTTP, upstream);
                McpClient client = client(guarded, downstream)) {
            assertThatThrownBy(() -> client.subscribe(filter).close())
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("a uri of 100007 characters")
                    .hasMessageContaining("limit: uriChars");
            assertThat(guarded.guard().server().status().subscriptions()).isZero();
            assertThat(guarded.guard().server().status().limitCounts()).containsEntry(LimitType.URI_CHARS, 1L);
            assertThat(guarded.upstream().server.status().limitCounts()).containsEntry(LimitType.URI_CHARS, 0L);
        }
    }

    static Stream<Arguments> eras() {
        return Stream.of(
                Arguments.of(SESSIONS, SESSIONS),
                Arguments.of(SESSIONS, NO_SESSIONS),
                Arguments.of(NO_SESSIONS, SESSIONS),
                Arguments.of(NO_SESSIONS, NO_SESSIONS));
    }

    @ParameterizedTest
    @MethodSource("eras")
    void the_upstream_gets_client_info_and_capabilities(Revision downstream, Revision upstream) {
        try (GuardedServer guarded = new GuardedServer(HttpTransportKind.HTTP, upstream);
                McpClient client = McpClient.builder("front", "1")
                        .implementation(Implementation.of("somebody", "7"))
                        .revisions(downstream)
                        .onForm((form, asker) -> ElicitResult.decline())
                        .connect(guarded.guardTarget())) {
            assertThat(text(client.callTool("who", Map.of()))).isEqualTo("somebody 7, forms");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("eras")
    void concurrent_calls_get_their_own_responses(Revision downstream, Revision upstream) throws Exception {
        BlockingQueue<Boolean> matches = new LinkedBlockingQueue<>();
        try (GuardedServer guarded = new GuardedServer(
                HttpTransportKind.WEB_SOCKET, HttpTransportKind.WEB_SOCKET, builder -> builder, upstream)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                String name = "Bo" + t;
                Thread thread = new Thread(() -> {
                    try (McpClient client = McpClient.builder(name, "1")
                            .revisions(downstream)
                            .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", name, "age", 7))))
                            .connect(guarded.guardTarget())) {
                        for (int i = 0; i < 10; i++) {
                            matches.add(text(client.callTool("ask", Map.of())).equals(name + " is 7"));
                            matches.add(text(client.callTool("echo", Map.of("text", name + i)))
                                    .equals(name + i));
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(60_000);
            }
        }
        assertThat(matches).hasSize(120).containsOnly(true);
    }

    static Stream<Arguments> transportPairs() {
        return Stream.of(HttpTransportKind.values()).flatMap(downstream -> Stream.of(HttpTransportKind.values())
                .map(upstreamTransport -> Arguments.of(downstream, upstreamTransport)));
    }

    @ParameterizedTest
    @MethodSource("transportPairs")
    void every_downstream_transport_works_with_every_upstream_transport(
            HttpTransportKind downstreamTransport, HttpTransportKind upstreamTransport) {
        try (GuardedServer guarded =
                        new GuardedServer(downstreamTransport, upstreamTransport, builder -> builder, SESSIONS);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(SESSIONS)
                        .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Bo", "age", 7))))
                        .connect(guarded.guardTarget())) {
            assertThat(text(client.callTool("echo", Map.of("text", "hello")))).isEqualTo("hello");
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Bo is 7");
        }
    }

    @Test
    void an_upstream_timeout_is_an_error() {
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.clientLimits(dev.tenon.client.ClientLimits.DEFAULT.toBuilder()
                                .callTimeout(Duration.ofMillis(500))
                                .build()),
                        SESSIONS);
                McpClient client = client(guarded, SESSIONS)) {
            assertThatThrownBy(() -> client.callTool("sleep", Map.of()))
                    .isNotInstanceOf(CallCancelledException.class)
                    .hasMessageContaining("The upstream server did not respond in time");
        }
    }
}
