package dev.tenon.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.CompleteParams;
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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the everything server of the MCP project over each of its transports. */
@ParameterizedClass(name = "over {0}")
@EnumSource(RealServersTest.Transport.class)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("exhaustive")
class RealServersTest {
    static final String PACKAGE = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    private static final String DYNAMIC = "demo://resource/dynamic/text/7";

    /** The transport of the server. */
    enum Transport {
        STDIO,
        STREAMABLE_HTTP,
        HTTP_SSE
    }

    /** The structured content of a tool of the server. */
    record Weather(double temperature, String conditions, double humidity) {}

    @Parameter
    Transport transport;

    private @Nullable RealServer server;
    private @Nullable RecordingClient recorder;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        NodeScripts node = NodeRequirement.orSkip(RealServersTest.class);
        RealServer started =
                switch (transport) {
                    case STDIO -> RealServer.stdio(node.command(PACKAGE, "stdio"));
                    case STREAMABLE_HTTP ->
                        RealServer.http(node.command(PACKAGE, "streamableHttp"), "listening on port", "/mcp");
                    // Only the URL is given: the client detects the old transport.
                    case HTTP_SSE -> RealServer.http(node.command(PACKAGE, "sse"), "running on port", "/sse");
                };
        server = started;
        recorder = new RecordingClient(started.target());
    }

    @AfterEach
    void disconnect() throws InterruptedException {
        if (recorder != null) {
            recorder.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private RecordingClient recorder() {
        return requireNonNull(recorder);
    }

    @Test
    void the_era_is_detected_and_tools_return_typed_results() throws InterruptedException {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.server().revision()).isEqualTo(Revision.V2025_11_25);
        assertThat(requireNonNull(recorder.client.server().implementation()).name())
                .isEqualTo("mcp-servers/everything");
        assertThat(recorder.client.server().instructions()).contains("Everything");
        // The server adds some tools when it knows the capabilities of the client.
        RecordingClient.await(() -> names(recorder).contains("trigger-sampling-request"));
        assertThat(names(recorder)).contains("echo", "get-sum", "trigger-elicitation-request", "get-roots-list");

        assertThat(recorder.callForText("get-sum", Map.of("a", 2, "b", 3))).isEqualTo("The sum of 2 and 3 is 5.");
        assertThat(recorder.client.callTool("get-structured-content", Map.of("location", "Chicago"), Weather.class))
                .isEqualTo(new Weather(36, "Light rain / drizzle", 82));
        assertThat(recorder.client.callTool("get-sum", Map.of("a", "two")).isError())
                .isTrue();
        assertThat(recorder.client.callTool("get-tiny-image", Map.of()).content())
                .hasSize(3);
        assertThat(recorder.client
                        .callTool("get-resource-links", Map.of("count", 4))
                        .content())
                .hasSize(5);
    }

    private static List<String> names(RecordingClient recorder) {
        return recorder.client.tools().toList().stream().map(Tool::name).toList();
    }

    @Test
    void resources_are_listed_and_read() {
        RecordingClient recorder = recorder();
        Resource document = recorder.client
                .resources()
                .findFirst(each -> each.uri().endsWith(".md"))
                .orElseThrow();
        assertThat(recorder.client.readResource(document.uri()).contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, text -> assertThat(text.text())
                        .contains("# "));
        assertThat(recorder.client.resourceTemplates().toList())
                .extracting(ResourceTemplate::uriTemplate)
                .contains("demo://resource/dynamic/text/{resourceId}");
        assertThat(recorder.client.readResource(DYNAMIC).contents())
                .singleElement()
                .isInstanceOfSatisfying(TextResourceContents.class, text -> assertThat(text.text())
                        .startsWith("Resource 7: "));
        assertThat(recorder.client
                        .readResource("demo://resource/dynamic/blob/8")
                        .contents())
                .singleElement()
                .isInstanceOf(BlobResourceContents.class);
        assertThatThrownBy(() -> recorder.client.readResource("demo://resource/nowhere"))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void prompts_are_rendered_and_completed() {
        RecordingClient recorder = recorder();
        assertThat(recorder.client.prompts().toList())
                .extracting(Prompt::name)
                .contains("args-prompt", "completable-prompt");
        assertThat(recorder.client
                        .getPrompt("args-prompt", Map.of("city", "Oslo"))
                        .messages())
                .singleElement()
                .extracting(PromptMessage::content)
                .isEqualTo(Content.text("What's weather in Oslo?"));
        CompletionRef team = CompletionRef.prompt("completable-prompt");
        assertThat(recorder.client.complete(team, "department", "S").values()).containsExactly("Sales", "Support");
        CompleteParams inSales = CompleteParams.of(team, "name", "").withContext(Map.of("department", "Sales"));
        assertThat(recorder.client.complete(inSales, CallOptions.DEFAULT).values())
                .containsExactly("David", "Eve", "Frank");
        CompletionRef template = CompletionRef.resource("demo://resource/dynamic/text/{resourceId}");
        assertThat(recorder.client.complete(template, "resourceId", "12").values())
                .containsExactly("12");
    }

    @Test
    void a_long_operation_reports_progress_and_can_be_cancelled() throws InterruptedException {
        RecordingClient recorder = recorder();
        List<Double> progress = new CopyOnWriteArrayList<>();
        recorder.client.callTool(
                "trigger-long-running-operation",
                Map.of("duration", 0.6, "steps", 3),
                CallOptions.DEFAULT.onProgress(notification -> progress.add(notification.progress())));
        assertThat(progress).containsExactly(1.0, 2.0, 3.0);

        Cancellation cancellation = new Cancellation();
        CallOptions options = CallOptions.DEFAULT
                .withCancellation(cancellation)
                .onProgress(notification -> cancellation.cancel("The first step was enough"));
        long begin = System.nanoTime();
        assertThatThrownBy(() -> recorder.client.callTool(
                        "trigger-long-running-operation", Map.of("duration", 60, "steps", 60), options))
                .isInstanceOf(CallCancelledException.class);
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        recorder.client.ping();
    }

    @Test
    void requests_of_the_server_are_answered() throws InterruptedException {
        RecordingClient recorder = recorder();
        RecordingClient.await(() -> names(recorder).contains("trigger-sampling-request"));

        assertThat(recorder.callForText("trigger-elicitation-request", Map.of()))
                .contains(
                        "- Name: Ada", "- Favorite Integer: 42", "\"firstLine\": \"It was a dark and stormy night.\"");
        assertThat(recorder.callForText("trigger-url-elicitation", Map.of("url", "https://example.com/go")))
                .contains("User completed the URL elicitation flow");
        assertThat(recorder.callForText("trigger-sampling-request", Map.of("prompt", "hello", "maxTokens", 10)))
                .contains("Good day", "parrot");
        assertThat(recorder.callForText("get-roots-list", Map.of())).contains("1. garden", RecordingClient.ROOT);
        assertThat(recorder.requests)
                .containsExactly("Please provide inputs for the following fields:", "https://example.com/go", "sample");
    }

    @Test
    void updates_and_log_messages_arrive() throws InterruptedException {
        RecordingClient recorder = recorder();
        try (Subscription subscription = recorder.client.subscribe(DYNAMIC)) {
            assertThat(subscription.isActive()).isTrue();
            recorder.callForText("toggle-subscriber-updates", Map.of());
            assertThat(RecordingClient.next(recorder.updated)).isEqualTo(DYNAMIC);
            recorder.callForText("toggle-subscriber-updates", Map.of());
        }
        recorder.client.setLogLevel(LogLevel.DEBUG);
        recorder.callForText("toggle-simulated-logging", Map.of());
        // The server also logs that it has read the roots, at a moment of its own.
        RecordingClient.nextMatching(
                recorder.logged, logged -> logged.data().toString().contains("message"));
        recorder.callForText("toggle-simulated-logging", Map.of());
    }

    @Test
    void no_process_remains_when_the_client_closes() throws InterruptedException {
        RecordingClient recorder = recorder();
        recorder.client.ping();
        RealServer connected = requireNonNull(server);
        if (connected.isStdio()) {
            assertThat(connected.hasNoProcesses()).isFalse();
        }
        recorder.close();
        assertThat(connected.hasNoProcesses()).isTrue();
        assertThat(recorder.client.status().pendingCalls()).isZero();
    }
}
