package dev.tenon.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Content;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a server on the official Java SDK in its own process, over stdio and as a servlet. */
@ParameterizedClass(name = "over {0} it speaks {1}")
@CsvSource({"stdio, 2025-11-25", "/mcp, 2025-11-25", "/sse, 2024-11-05"})
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("exhaustive")
class RealSdkServerTest {
    /** The structured content of its tool {@code add}. */
    record SumResult(int sum) {}

    @Parameter(0)
    String transport;

    @Parameter(1)
    String revision;

    private @Nullable RealServer server;
    private @Nullable RecordingClient recorder;

    @BeforeEach
    void connect() throws Exception {
        List<String> command = transport.equals("stdio")
                ? SdkProcess.command(SdkServer.class)
                : SdkProcess.command(SdkServer.class, transport);
        RealServer started =
                transport.equals("stdio") ? RealServer.stdio(command) : RealServer.startAndReadUrl(command);
        server = started;
        recorder = new RecordingClient(started.target());
    }

    @AfterEach
    void disconnect() throws Exception {
        if (recorder != null) {
            recorder.close();
        }
        if (server != null) {
            server.close();
        }
        assertThat(RealServer.children(SdkServer.class.getName())).isEmpty();
    }

    private RecordingClient recorder() {
        return requireNonNull(recorder);
    }

    @Test
    void the_era_is_detected_and_tools_return_typed_results() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.server().revision())
                .isEqualTo(Revision.of(revision).orElseThrow());
        assertThat(requireNonNull(recorder.client.server().implementation()).name())
                .isEqualTo("sdk-server");
        assertThat(recorder.client.server().instructions()).isEqualTo("Add first.");
        assertThat(recorder.client.tools().toList())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("add", "fail", "count", "form", "interview");
        assertThat(recorder.client.callTool("add", Map.of("a", 2, "b", 3), SumResult.class))
                .isEqualTo(new SumResult(5));
        assertThat(recorder.client.callTool("fail", Map.of()).isError()).isTrue();
        recorder.client.ping();
    }

    @Test
    void resources_and_prompts_are_listed_read_and_completed() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.resources().toList())
                .extracting(Resource::uri)
                .containsExactly("note://one");
        assertThat(recorder.client.resourceTemplates().toList())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("note://page/{number}");
        assertThat(recorder.client.readResource("note://page/5").contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, text -> assertThat(text.text())
                        .isEqualTo("this is note://page/5"));
        assertThatThrownBy(() -> recorder.client.readResource("note://nowhere"))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(recorder.client.prompts().toList()).extracting(Prompt::name).containsExactly("greet");
        assertThat(recorder.client.getPrompt("greet", Map.of("name", "Ada")).messages())
                .extracting(PromptMessage::content)
                .containsExactly(Content.text("Hello Ada"));
        assertThat(recorder.client
                        .complete(CompletionRef.prompt("greet"), "name", "A")
                        .values())
                .containsExactly("Ada");
    }

    @Test
    void progress_and_log_messages_arrive() throws InterruptedException {
        RecordingClient recorder = recorder();
        recorder.client.setLogLevel(LogLevel.WARNING);
        List<Double> progress = new CopyOnWriteArrayList<>();
        CallOptions options = CallOptions.DEFAULT.onProgress(notification -> progress.add(notification.progress()));
        assertThat(RecordingClient.text(recorder.client.callTool("count", Map.of(), options)))
                .isEqualTo("counted");
        assertThat(progress).containsExactly(1.0, 2.0, 3.0);
        assertThat(RecordingClient.next(recorder.logged).data().string()).isEqualTo("nearly there");
        assertThat(recorder.logged).isEmpty();
    }

    @Test
    void requests_of_the_server_are_answered() {
        RecordingClient recorder = recorder();
        assertThat(recorder.callForText("interview", Map.of()))
                .isEqualTo("At " + RecordingClient.ROOT + " was heard: Good day");
    }

    /** Issue 20, item 37: also in 2024-11-05, where the client declares a capability that the revision lacks. */
    @Test
    void forms_are_answered_in_every_revision() {
        assertThat(recorder().callForText("form", Map.of())).isEqualTo("Hello Ada");
    }

    @Test
    void concurrent_calls_receive_their_own_responses() throws Exception {
        RecordingClient recorder = recorder();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<SumResult>> sums = IntStream.range(0, 40)
                    .mapToObj(i -> threads.submit(
                            () -> recorder.client.callTool("add", Map.of("a", i, "b", 1), SumResult.class)))
                    .toList();
            for (int i = 0; i < sums.size(); i++) {
                assertThat(sums.get(i).get()).isEqualTo(new SumResult(i + 1));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
