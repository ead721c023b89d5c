package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.error.ToolFailedException;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A downstream client of any revision, and an upstream server of any revision. */
@BlockedThreadCheck
class RevisionPairsTest {
    /** The first revision, and the last of each era. */
    private static final List<Revision> BOUNDARY_REVISIONS =
            List.of(Revision.V2024_11_05, Revision.V2025_11_25, Revision.V2026_07_28);

    /**
     * Returns pairs over HTTP, where a request of the upstream belongs to the stream of a call, and over WebSocket,
     * where it does not. A quick run has each revision once on each side.
     */
    static Stream<Arguments> pairings() {
        return Stream.concat(
                pairings(HttpTransportKind.HTTP, List.of(Revision.values())),
                pairings(HttpTransportKind.WEB_SOCKET, BOUNDARY_REVISIONS));
    }

    private static Stream<Arguments> pairings(HttpTransportKind transport, List<Revision> revisions) {
        int all = revisions.size();
        return IntStream.range(0, all * all)
                .filter(i -> CaseSampler.isExhaustive() || (i / all + 2 * (i % all)) % all == 0)
                .mapToObj(i -> Arguments.of(transport, revisions.get(i / all), revisions.get(i % all)));
    }

    private static ClientBuilder client(Revision revision) {
        return McpClient.builder("front", "1.0").revisions(revision);
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void tools_resources_prompts_and_completions_work(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).connect(guarded.guardTarget())) {
            assertThat(client.server().revision()).isEqualTo(downstream);
            assertThat(client.server().implementation().name()).isEqualTo("behind");
            assertThat(client.server().instructions()).isEqualTo("Be gentle.");
            assertThat(client.tools().toList()).extracting(Tool::name).contains("echo", "add", "ask");
            assertThat(text(client.callTool("echo", Map.of("text", "grüß dich"))))
                    .isEqualTo("grüß dich");
            if (downstream.hasStructuredContent() && upstream.hasStructuredContent()) {
                assertThat(client.callTool("add", new TestServer.Sum(2, 3), TestServer.Total.class)
                                .total())
                        .isEqualTo(5);
            }
            assertThat(client.callTool("add", Map.of("left", "x")).isError()).isTrue();
            assertThatThrownBy(() -> client.callTool("fail", Map.of(), String.class))
                    .isInstanceOf(ToolFailedException.class)
                    .hasMessage("Not like this");
            assertThat(client.resources().toList()).extracting(Resource::uri).containsExactly("test://one");
            assertThat(client.resourceTemplates().toList()).hasSize(1);
            assertThat(((TextResourceContents) client.readResource("test://items/x")
                                    .contents()
                                    .get(0))
                            .text())
                    .isEqualTo("item x");
            assertThat(client.prompts().toList()).extracting(Prompt::name).containsExactly("greet");
            assertThat(client.getPrompt("greet", Map.of("name", "Bo")).messages())
                    .hasSize(1);
            Completion completion = client.complete(CompletionRef.prompt("greet"), "name", "A");
            assertThat(completion.values()).containsExactly("Anna");
            client.ping();
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_missing_item_is_the_error_of_the_client_revision(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> client.readResource("test://items/none"))
                    .isInstanceOfSatisfying(ResourceNotFoundException.class, e -> {
                        assertThat(e.code()).isEqualTo(downstream.isStateless() ? -32602 : -32002);
                        assertThat(e.data()).isEqualTo(Json.of(Map.of("uri", "test://items/none")));
                    });
            assertThatThrownBy(() -> client.callTool("nothing", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32602));
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void upstream_requests_are_translated_to_the_era_of_the_client(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        ClientBuilder builder = client(downstream)
                .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Bo", "age", 7))))
                .onUrl((url, asker) -> ElicitResult.accept())
                .onSampling((request, asker) -> CreateMessageResult.of("model", Content.text("Trip")))
                .roots(Root.of("file:///work"));
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = builder.connect(guarded.guardTarget())) {
            assertThat(text(client.callTool("plan", Map.of()))).isEqualTo("Trip in file:///work");
            // Issue 20, item 37: in the older revisions too, where the client declares it.
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Bo is 7");
            if (downstream.hasUrlElicitation() && upstream.hasUrlElicitation()) {
                assertThat(text(client.callTool("visit", Map.of()))).isEqualTo("agreed");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void an_upstream_request_needs_a_declared_capability(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> client.callTool("plan", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(downstream.isStateless() ? -32021 : -32602))
                    .hasMessageContaining("client capability");
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void progress_arrives_in_order_and_before_the_response(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).connect(guarded.guardTarget())) {
            List<Double> steps = new ArrayList<>();
            CallOptions options = CallOptions.DEFAULT.onProgress(progress -> steps.add(progress.progress()));
            assertThat(text(client.callTool("count", Map.of(), options))).isEqualTo("counted");
            assertThat(steps).containsExactly(1.0, 2.0, 3.0);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_cancelled_call_is_cancelled_upstream(HttpTransportKind transport, Revision downstream, Revision upstream)
            throws Exception {
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).connect(guarded.guardTarget())) {
            Cancellation cancellation = new Cancellation();
            Thread canceller = new Thread(() -> {
                try {
                    guarded.upstream().sleepStarted.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                cancellation.cancel("enough");
            });
            canceller.start();
            assertThatThrownBy(() ->
                            client.callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(CallCancelledException.class);
            assertThat(guarded.upstream().sleepInterrupted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(text(client.callTool("echo", Map.of("text", "still here"))))
                    .isEqualTo("still here");
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void changes_are_notified(HttpTransportKind transport, Revision downstream, Revision upstream) throws Exception {
        ChangeRecorder changes = new ChangeRecorder();
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).listener(changes).connect(guarded.guardTarget())) {
            SubscriptionFilter filter =
                    SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("test://one"));
            try (Subscription subscription = client.subscribe(filter)) {
                assertThat(subscription.acceptedFilter()).isEqualTo(filter);
                guarded.upstream().server.notifyResourceUpdated("test://one");
                assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo("test://one");
                guarded.upstream().server.addTool("later").handler((in, call) -> "late");
                assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo("tools");
                assertThat(text(client.callTool("later", Map.of()))).isEqualTo("late");
            }
            Conditions.await(
                    Duration.ofSeconds(20),
                    () -> guarded.guard().server().status().subscriptions() == 0);
            guarded.upstream().server.notifyResourceUpdated("test://one");
            assertThat(changes.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void log_messages_have_the_requested_level(HttpTransportKind transport, Revision downstream, Revision upstream)
            throws Exception {
        BlockingQueue<String> changes = new LinkedBlockingQueue<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void onLogMessage(LogParams message) {
                changes.add(message.level() + " " + message.data().string());
            }
        };
        try (GuardedServer guarded = new GuardedServer(transport, upstream);
                McpClient client = client(downstream).listener(listener).connect(guarded.guardTarget())) {
            client.setLogLevel(LogLevel.ERROR);
            client.callTool("log", Map.of());
            assertThat(changes.poll(300, TimeUnit.MILLISECONDS)).isNull();
            client.setLogLevel(LogLevel.INFO);
            client.callTool("log", Map.of());
            assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo("WARNING careful");
        }
    }
}
