package dev.tenon.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Content;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a small server ({@code servers/modern.mjs}) on the TypeScript SDK, which only supports 2026-07-28. */
@ParameterizedClass(name = "over {0}")
@ValueSource(strings = {"stdio", "http"})
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("exhaustive")
class RealModernServerTest {
    /** The structured content of its tool {@code add}. */
    record AddResult(int sum) {}

    @Parameter
    String transport;

    private @Nullable RealServer server;
    private @Nullable RecordingClient recorder;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        NodeScripts node = NodeRequirement.orSkip(RealModernServerTest.class);
        List<String> command = node.command("servers/modern.mjs", transport);
        RealServer started = transport.equals("http") ? RealServer.startAndReadUrl(command) : RealServer.stdio(command);
        server = started;
        recorder = new RecordingClient(started.target());
    }

    @AfterEach
    void disconnect() {
        if (recorder != null) {
            recorder.close();
        }
        if (server != null) {
            assertThat(server.hasNoProcesses()).isTrue();
            server.close();
        }
    }

    private RecordingClient recorder() {
        return requireNonNull(recorder);
    }

    @Test
    void the_era_is_detected_and_tools_return_typed_results() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.server().revision()).isEqualTo(Revision.V2026_07_28);
        assertThat(requireNonNull(recorder.client.server().implementation()).name())
                .isEqualTo("modern");
        assertThat(recorder.client.server().instructions()).isEqualTo("Add before you ask.");
        assertThat(recorder.client.tools().toList()).extracting(Tool::name).contains("add", "interview", "region");
        assertThat(recorder.client.callTool("add", Map.of("a", 2, "b", 3), AddResult.class))
                .isEqualTo(new AddResult(5));
        assertThat(recorder.client.callTool("fail", Map.of()).isError()).isTrue();
        recorder.client.ping();
    }

    @Test
    void resources_are_listed_in_pages_and_read() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.resources().toList())
                .extracting(Resource::uri)
                .containsExactly("note://one", "note://two", "note://three");
        assertThat(recorder.client.resourceTemplates().toList())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("note://page/{number}");
        assertThat(recorder.client.readResource("note://page/5").contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, text -> assertThat(text.text())
                        .isEqualTo("this is note://page/5"));
        assertThatThrownBy(() -> recorder.client.readResource("note://nowhere"))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void prompts_are_rendered_and_completed() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.prompts().toList()).extracting(Prompt::name).containsExactly("paint");
        assertThat(recorder.client.getPrompt("paint", Map.of("colour", "red")).messages())
                .singleElement()
                .extracting(PromptMessage::content)
                .isEqualTo(Content.text("Paint it red."));
        assertThat(recorder.client
                        .complete(CompletionRef.prompt("paint"), "colour", "g")
                        .values())
                .containsExactly("green");
    }

    @Test
    void input_requests_are_answered_in_rounds() {
        RecordingClient recorder = recorder();
        assertThat(recorder.callForText("interview", Map.of()))
                .isEqualTo("Ada at " + RecordingClient.ROOT + " heard: Good day");
        assertThat(recorder.requests).containsExactly("Who are you?", "sample");
    }

    @Test
    void progress_and_log_messages_arrive_during_the_call() throws InterruptedException {
        RecordingClient recorder = recorder();
        recorder.client.setLogLevel(LogLevel.WARNING);
        List<Double> progress = new CopyOnWriteArrayList<>();
        CallOptions options = CallOptions.DEFAULT.onProgress(notification -> progress.add(notification.progress()));
        assertThat(RecordingClient.text(recorder.client.callTool("count", Map.of("to", 3), options)))
                .isEqualTo("counted to 3");
        assertThat(progress).containsExactly(1.0, 2.0, 3.0);
        assertThat(RecordingClient.next(recorder.logged).data().string()).isEqualTo("nearly there");
        assertThat(recorder.logged).isEmpty();
    }

    @Test
    void the_server_is_notified_of_cancelled_calls() throws InterruptedException {
        RecordingClient recorder = recorder();
        Cancellation cancellation = new Cancellation();
        Thread canceller = new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                return;
            }
            cancellation.cancel("Not worth it");
        });
        canceller.start();
        assertThatThrownBy(() ->
                        recorder.client.callTool("wait", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                .isInstanceOf(CallCancelledException.class);
        RecordingClient.await(() -> recorder.callForText("cancelled", Map.of()).equals("tools/call"));
        assertThatThrownBy(() -> recorder.client.callTool(
                        "wait", Map.of(), CallOptions.DEFAULT.withTimeout(Duration.ofMillis(1500))))
                .isInstanceOf(CallTimeoutException.class);
        RecordingClient.await(() -> recorder.callForText("cancelled", Map.of()).equals("tools/call,tools/call"));
    }

    @Test
    void subscribers_receive_change_notifications() throws InterruptedException {
        RecordingClient recorder = recorder();
        SubscriptionFilter filter =
                SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("note://one"));
        try (Subscription subscription = recorder.client.subscribe(filter)) {
            assertThat(subscription.acceptedFilter()).isEqualTo(filter);
            recorder.callForText("change", Map.of("uri", "note://one"));
            assertThat(RecordingClient.next(recorder.updated)).isEqualTo("note://one");
            assertThat(RecordingClient.next(recorder.changed)).isEqualTo("tools");
        }
    }

    @Test
    void header_parameters_are_sent_in_headers_over_http() {
        RecordingClient recorder = recorder();
        recorder.client.tools().toList();
        assertThat(recorder.callForText("region", Map.of("region", "us west")))
                .isEqualTo(transport.equals("http") ? "us west" : "no header");
    }
}
