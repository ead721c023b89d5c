package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.error.ToolFailedException;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.coverage.Covers;
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
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.Revision;
import dev.tenon.model.Role;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The client and the server of this project, in every revision and over every transport. */
@BlockedThreadCheck
class ClientServerTest {
    /**
     * All combinations: HTTP+SSE has no stateless revision. A quick run has half of them, with each transport and each
     * revision.
     */
    static Stream<Arguments> combinations() {
        return Stream.of(TestTransport.values()).flatMap(transport -> Stream.of(Revision.values())
                .filter(revision -> transport != TestTransport.SSE || !revision.isStateless())
                .filter(revision -> CaseSampler.isExhaustive() || (transport.ordinal() + revision.ordinal()) % 2 == 0)
                .map(revision -> Arguments.of(transport, revision)));
    }

    private static ClientBuilder client(Revision revision) {
        return McpClient.builder("test", "1.0").revisions(revision);
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    @Covers({"legacy/lifecycle/initialize-request", "legacy/lifecycle/client-version-supported"})
    void tools_resources_prompts_and_completions_work(TestTransport transport, Revision revision) {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            assertThat(client.server().revision()).isEqualTo(revision);
            assertThat(client.server().implementation().name()).isEqualTo("test-server");
            assertThat(client.server().instructions()).isEqualTo("Be gentle.");
            assertThat(client.tools().toList()).extracting(Tool::name).contains("echo", "add", "ask");
            assertThat(text(client.callTool("echo", Map.of("text", "grüß dich"))))
                    .isEqualTo("grüß dich");
            assertThat(client.callTool("add", new TestServer.AddInput(2, 3), TestServer.AddOutput.class)
                            .total())
                    .isEqualTo(5);
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
    @MethodSource("combinations")
    void a_missing_tool_resource_or_prompt_has_its_own_exception(TestTransport transport, Revision revision) {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            assertThatThrownBy(() -> client.readResource("test://items/none"))
                    .isInstanceOfSatisfying(ResourceNotFoundException.class, e -> assertThat(e.uri())
                            .isEqualTo("test://items/none"));
            assertThatThrownBy(() -> client.callTool("nothing", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32602));
            assertThatThrownBy(() -> client.getPrompt("greet", Map.of())).isInstanceOf(ServerErrorException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    @Covers({
        "2026-07-28/mrtr/client-constructs-inputs",
        "2026-07-28/mrtr/client-echo-state",
        "legacy/sampling/declare-capability",
        "2026-07-28/sampling/declare-capability",
        "legacy/roots/declare-capability",
        "2026-07-28/roots/declare-capability",
        "2025-06-18/elicitation/declare-capability",
        "2026-07-28/elicitation/declare-capability"
    })
    void the_same_handlers_serve_requests_of_both_protocol_eras(TestTransport transport, Revision revision) {
        List<RequestingServer> requesters = new ArrayList<>();
        ClientBuilder builder = client(revision)
                .onForm((form, requester) -> {
                    requesters.add(requester);
                    return ElicitResult.accept(Json.of(Map.of("name", "Bo", "age", 7)));
                })
                .onUrl((url, requester) -> ElicitResult.accept())
                .onSampling((request, requester) -> CreateMessageResult.of("model", Content.text("Trip")))
                .roots(Root.of("file:///work"));
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = builder.connect(endpoint.target())) {
            assertThat(text(client.callTool("plan", Map.of()))).isEqualTo("Trip in file:///work");
            // Issue 20, item 37: also in the older revisions, if the client declares it.
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Bo is 7");
            assertThat(requesters).hasSize(1);
            assertThat(requesters.get(0).implementation().name()).isEqualTo("test-server");
            if (revision.hasUrlElicitation()) {
                assertThat(text(client.callTool("visit", Map.of()))).isEqualTo("agreed");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void progress_is_delivered_in_order_and_before_the_response(TestTransport transport, Revision revision) {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            List<Double> steps = new ArrayList<>();
            CallOptions options = CallOptions.DEFAULT.onProgress(progress -> steps.add(progress.progress()));
            assertThat(text(client.callTool("count", Map.of(), options))).isEqualTo("counted");
            assertThat(steps).containsExactly(1.0, 2.0, 3.0);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    @Covers({"2026-07-28/stdio/cancel-notification"})
    void another_thread_cancels_a_call_and_the_server_stops(TestTransport transport, Revision revision)
            throws Exception {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            Cancellation cancellation = new Cancellation();
            Thread canceller = new Thread(() -> {
                try {
                    testServer.sleepStarted.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                cancellation.cancel("enough");
            });
            canceller.start();
            assertThatThrownBy(() ->
                            client.callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(CallCancelledException.class)
                    .hasMessageContaining("enough");
            assertThat(testServer.sleepInterrupted.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(text(client.callTool("echo", Map.of("text", "still here"))))
                    .isEqualTo("still here");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("combinations")
    void a_call_ends_at_its_timeout_and_the_server_stops(TestTransport transport, Revision revision) throws Exception {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            client.tools().toList();
            CallOptions shortTimeout = CallOptions.DEFAULT.withTimeout(Duration.ofMillis(500));
            do {
                assertThatThrownBy(() -> client.callTool("sleep", Map.of(), shortTimeout))
                        .isInstanceOf(CallTimeoutException.class);
            } while (testServer.sleepStarted.getCount() > 0);
            assertThat(testServer.sleepInterrupted.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    @Covers({"2026-07-28/subscriptions/filter-required", "2026-07-28/stdio/correlate-subscription"})
    void the_listener_is_notified_of_changes(TestTransport transport, Revision revision) throws Exception {
        RecordingChangeListener listener = new RecordingChangeListener();
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).listener(listener).connect(endpoint.target())) {
            SubscriptionFilter expected =
                    SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("test://one"));
            try (Subscription subscription = client.subscribe(expected)) {
                assertThat(subscription.isActive()).isTrue();
                assertThat(subscription.acceptedFilter()).isEqualTo(expected);
                testServer.server.notifyResourceUpdated("test://one");
                assertThat(listener.notifications.poll(20, TimeUnit.SECONDS)).isEqualTo("test://one");
                testServer.server.addTool("later").handler((in, call) -> "late");
                assertThat(listener.notifications.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
                assertThat(text(client.callTool("later", Map.of()))).isEqualTo("late");
            }
            Conditions.await(() -> testServer.server.status().subscriptions() == 0);
            testServer.server.notifyResourceUpdated("test://one");
            assertThat(listener.notifications.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void log_messages_arrive_from_the_requested_level(TestTransport transport, Revision revision) throws Exception {
        BlockingQueue<String> notifications = new LinkedBlockingQueue<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void onLogMessage(dev.tenon.model.LogParams message) {
                notifications.add(message.level() + " " + message.data().string());
            }
        };
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).listener(listener).connect(endpoint.target())) {
            client.setLogLevel(LogLevel.ERROR);
            client.callTool("log", Map.of());
            assertThat(notifications.poll(300, TimeUnit.MILLISECONDS)).isNull();
            client.setLogLevel(LogLevel.INFO);
            client.callTool("log", Map.of());
            assertThat(notifications.poll(20, TimeUnit.SECONDS)).isEqualTo("WARNING careful");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("combinations")
    void many_threads_share_one_client(TestTransport transport, Revision revision) throws Exception {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            List<Thread> threads = new ArrayList<>();
            BlockingQueue<Boolean> matches = new LinkedBlockingQueue<>();
            for (int t = 0; t < 8; t++) {
                String prefix = "thread " + t;
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 25; i++) {
                        matches.add(text(client.callTool("echo", Map.of("text", prefix + i)))
                                .equals(prefix + i));
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(30_000);
            }
            assertThat(matches).hasSize(200).containsOnly(true);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void prompt_messages_have_a_role(TestTransport transport, Revision revision) {
        try (TestServer testServer = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(testServer.server);
                McpClient client = client(revision).connect(endpoint.target())) {
            assertThat(client.getPrompt("greet", Map.of("name", "Bo"))
                            .messages()
                            .get(0)
                            .role())
                    .isEqualTo(Role.USER);
        }
    }
}
