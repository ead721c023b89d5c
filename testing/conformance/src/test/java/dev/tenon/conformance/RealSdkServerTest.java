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
    record Sum(int sum) {}

    @Parameter(0)
    String transport;

    @Parameter(1)
    String revision;

    private @Nullable RealServer server;
    private @Nullable RecordingClient guest;

    @BeforeEach
    void connect() throws Exception {
        List<String> command = transport.equals("stdio")
                ? SdkProcess.command(SdkServer.class)
                : SdkProcess.command(SdkServer.class, transport);
        RealServer started =
                transport.equals("stdio") ? RealServer.stdio(command) : RealServer.startAndReadUrl(command);
        server = started;
        guest = new RecordingClient(started.target());
    }

    @AfterEach
    void disconnect() throws Exception {
        if (guest != null) {
            guest.close();
        }
        if (server != null) {
            server.close();
        }
        assertThat(RealServer.children(SdkServer.class.getName())).isEmpty();
    }

    private RecordingClient guest() {
        return requireNonNull(guest);
    }

    @Test
    void the_era_is_detected_and_tools_return_typed_results() {
        RecordingClient guest = guest();
        assertThat(guest.client.server().revision())
                .isEqualTo(Revision.of(revision).orElseThrow());
        assertThat(requireNonNull(guest.client.server().implementation()).name())
                .isEqualTo("sdk-server");
        assertThat(guest.client.server().instructions()).isEqualTo("Add first.");
        assertThat(guest.client.tools().toList())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("add", "fail", "count", "form", "interview");
        assertThat(guest.client.callTool("add", Map.of("a", 2, "b", 3), Sum.class))
                .isEqualTo(new Sum(5));
        assertThat(guest.client.callTool("fail", Map.of()).isError()).isTrue();
        guest.client.ping();
    }

    @Test
    void resources_and_prompts_are_listed_read_and_completed() {
        RecordingClient guest = guest();
        assertThat(guest.client.resources().toList()).extracting(Resource::uri).containsExactly("note://one");
        assertThat(guest.client.resourceTemplates().toList())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("note://page/{number}");
        assertThat(guest.client.readResource("note://page/5").contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, text -> assertThat(text.text())
                        .isEqualTo("this is note://page/5"));
        assertThatThrownBy(() -> guest.client.readResource("note://nowhere"))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(guest.client.prompts().toList()).extracting(Prompt::name).containsExactly("greet");
        assertThat(guest.client.getPrompt("greet", Map.of("name", "Ada")).messages())
                .extracting(PromptMessage::content)
                .containsExactly(Content.text("Hello Ada"));
        assertThat(guest.client
                        .complete(CompletionRef.prompt("greet"), "name", "A")
                        .values())
                .containsExactly("Ada");
    }

    @Test
    void progress_and_log_messages_arrive() throws InterruptedException {
        RecordingClient guest = guest();
        guest.client.setLogLevel(LogLevel.WARNING);
        List<Double> progress = new CopyOnWriteArrayList<>();
        CallOptions options = CallOptions.DEFAULT.onProgress(notification -> progress.add(notification.progress()));
        assertThat(RecordingClient.text(guest.client.callTool("count", Map.of(), options)))
                .isEqualTo("counted");
        assertThat(progress).containsExactly(1.0, 2.0, 3.0);
        assertThat(RecordingClient.next(guest.logged).data().string()).isEqualTo("nearly there");
        assertThat(guest.logged).isEmpty();
    }

    @Test
    void requests_of_the_server_are_answered() {
        RecordingClient guest = guest();
        assertThat(guest.callForText("interview", Map.of()))
                .isEqualTo("At " + RecordingClient.ROOT + " was heard: Good day");
    }

    /** Issue 20, item 37: also in 2024-11-05, where the client declares a capability that the revision lacks. */
    @Test
    void forms_are_answered_in_every_revision() {
        assertThat(guest().callForText("form", Map.of())).isEqualTo("Hello Ada");
    }

    @Test
    void concurrent_calls_receive_their_own_responses() throws Exception {
        RecordingClient guest = guest();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Sum>> sums = IntStream.range(0, 40)
                    .mapToObj(
                            i -> threads.submit(() -> guest.client.callTool("add", Map.of("a", i, "b", 1), Sum.class)))
                    .toList();
            for (int i = 0; i < sums.size(); i++) {
                assertThat(sums.get(i).get()).isEqualTo(new Sum(i + 1));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
