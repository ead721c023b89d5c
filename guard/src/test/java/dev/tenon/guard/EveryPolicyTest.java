package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.TextContent;
import dev.tenon.model.Tool;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.StdioChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20: every method works through a guard with every policy, pins, rates, content rules, output checks and the
 * audit.
 */
@DisabledOnOs(OS.WINDOWS)
@BlockedThreadCheck
class EveryPolicyTest {
    private static final String POLICIES = """
            policies:
              tools: {allow: ["*"], deny: [fail]}
              resources: {deny: ["test://items/secret"]}
              prompts: {deny: [secret]}
              pins: {mode: enforce}
              rates: {rules: [{tool: who, rate: 1/hour, burst: 1}, {rate: 1000/second}]}
              sizes: {rules: [{tool: echo, arguments: 2KB, result: 1MB}, {arguments: 1MB, result: 1MB}]}
              arguments: {rules: [{tool: echo, argument: text, pattern: "^[^!]"}]}
              schemas: {mode: enforce}
              hidden: {mode: enforce}
              instructions: {mode: enforce}
              secrets: {mode: enforce, bothWays: true}
            audit: {file: audit.jsonl, whenFull: refuse}
            """;

    /** The transport between the guard and one side. */
    enum SideTransport {
        HTTP,
        STDIO
    }

    @TempDir
    Path directory;

    private final ResourceCloser resources = new ResourceCloser();
    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();

    static Stream<Arguments> combinations() {
        List<Arguments> all = new ArrayList<>();
        List<Revision> eras = List.of(Revision.V2025_11_25, Revision.V2026_07_28);
        for (SideTransport downstream : SideTransport.values()) {
            for (SideTransport upstreamSide : SideTransport.values()) {
                eras.forEach(downstreamEra ->
                        eras.forEach(era -> all.add(Arguments.of(downstream, downstreamEra, upstreamSide, era))));
            }
        }
        return CaseSampler.oneOfEach(all, one -> List.of(one.get()[0], one.get()[2])).stream();
    }

    @AfterEach
    void close() throws Exception {
        resources.close();
    }

    private String startUpstream(SideTransport side, Revision revision) {
        if (side == SideTransport.HTTP) {
            TestServer server = resources.add(new TestServer(revision));
            return "url: \""
                    + resources
                            .add(TenonHttpServer.builder(server.server).port(0).start())
                            .uri() + "\"";
        }
        return "command: " + Json.of(TestPrograms.serverCommand(revision));
    }

    private ConfiguredGuard startGuard(String upstream) throws IOException {
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, "version: 1\nupstreams:\n  behind: {" + upstream + "}\n" + POLICIES);
        CommandAuthorizer authorizer = new CommandAuthorizer(
                new CommandApprovalStore(directory.resolve("approved.json")),
                command -> ApprovalPrompt.ApprovalDecision.YES,
                System.getenv());
        GuardObserver observer = new GuardObserver() {
            @Override
            public SingleCallObserver onCallStart(CallStart callStart) {
                return end -> outcomes.add(callStart.request().method() + " " + end.outcome());
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
        return resources.add(ConfiguredGuard.of(
                GuardConfigFile.read(file),
                new GuardEnvironment(
                        Implementation.of("guard", "1"), System.getenv(), authorizer, line -> {}, List.of(observer))));
    }

    private ServerTarget serveGuard(SideTransport side, McpServer server) throws IOException {
        if (side == SideTransport.HTTP) {
            return ServerTarget.http(resources
                    .add(TenonHttpServer.builder(server).port(0).start())
                    .uri());
        }
        try (ServerSocket serverSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket guardSocket =
                    resources.add(new Socket(InetAddress.getLoopbackAddress(), serverSocket.getLocalPort()));
            Socket clientSocket = resources.add(serverSocket.accept());
            server.connect(channel(guardSocket), "stdio", null);
            return ServerTarget.channel(channel(clientSocket));
        }
    }

    private static StdioChannel channel(Socket socket) throws IOException {
        return new StdioChannel(socket.getInputStream(), socket.getOutputStream(), ChannelLimits.DEFAULT);
    }

    private McpClient connect(ServerTarget target, Revision revision) {
        ClientListener listener = new ClientListener() {
            @Override
            public void onLogMessage(LogParams message) {
                changes.add("log " + message.data().string());
            }

            @Override
            public void onResourceUpdated(String uri) {
                changes.add(uri);
            }
        };
        return resources.add(McpClient.builder("front", "1")
                .revisions(revision)
                .listener(listener)
                .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Bo", "age", 7))))
                .onSampling((request, asker) -> CreateMessageResult.of("model", Content.text("Trip")))
                .roots(Root.of("file:///work"))
                .connect(target));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static void assertError(int code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void every_method_works(
            SideTransport downstream, Revision downstreamRevision, SideTransport upstreamSide, Revision revision)
            throws Exception {
        ConfiguredGuard guard = startGuard(startUpstream(upstreamSide, revision));
        McpServer server = guard.serversByPath().get("");
        McpClient client = connect(serveGuard(downstream, server), downstreamRevision);

        assertFeatures(client);
        assertRejections(client);
        assertInputRequests(client);
        assertNotifications(client);
        assertCancellation(client);

        String call = "tools/call ";
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!outcomes.contains(call + CallOutcome.UNANSWERED) && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        assertThat(outcomes)
                .contains(call + CallOutcome.PASSED, call + CallOutcome.REFUSED, call + CallOutcome.UNANSWERED)
                .contains("tools/list " + CallOutcome.CHANGED)
                .contains("resources/read " + CallOutcome.REFUSED, "prompts/get " + CallOutcome.PASSED)
                .contains("completion/complete " + CallOutcome.PASSED)
                .contains((downstreamRevision.isStateless() ? "subscriptions/listen " : "resources/subscribe ")
                        + CallOutcome.PASSED);
        guard.close(Duration.ZERO);
        List<String> auditedCalls = Files.readAllLines(directory.resolve("audit.jsonl")).stream()
                .map(Json::parse)
                .filter(line -> line.get("method") != null)
                .map(line -> line.get("method").string() + " "
                        + line.get("verdict").string().toUpperCase(java.util.Locale.ROOT))
                .toList();
        assertThat(auditedCalls).containsExactlyInAnyOrderElementsOf(outcomes);
    }

    private static void assertFeatures(McpClient client) {
        assertThat(client.server().instructions()).isEqualTo("Be gentle.");
        assertThat(client.tools().toList())
                .extracting(Tool::name)
                .contains("echo", "add", "ask")
                .doesNotContain("fail");
        assertThat(text(client.callTool("echo", Map.of("text", "hello")))).isEqualTo("hello");
        assertThat(client.callTool("add", new TestServer.Sum(2, 3), TestServer.Total.class)
                        .total())
                .isEqualTo(5);
        assertThat(client.resources().toList()).extracting(Resource::uri).containsExactly("test://one");
        assertThat(client.resourceTemplates().toList()).hasSize(1);
        assertThat(client.readResource("test://items/x").contents()).hasSize(1);
        assertThat(client.prompts().toList()).extracting(Prompt::name).containsExactly("greet");
        assertThat(client.getPrompt("greet", Map.of("name", "Bo")).messages()).hasSize(1);
        assertThat(client.complete(CompletionRef.prompt("greet"), "name", "A").values())
                .containsExactly("Anna");
        client.ping();
    }

    /** Each of these policies rejects something, and redacts a secret. */
    private static void assertRejections(McpClient client) {
        assertError(-32602, () -> client.callTool("fail", Map.of()));
        assertError(-32602, () -> client.readResource("test://items/secret"));
        assertError(-32602, () -> client.getPrompt("secret", Map.of()));
        assertError(-32602, () -> client.callTool("nothing", Map.of()));
        client.callTool("who", Map.of());
        assertError(429, () -> client.callTool("who", Map.of()));
        assertThat(client.callTool("echo", Map.of("text", "x".repeat(3000))).isError())
                .isTrue();
        assertThat(client.callTool("echo", Map.of("text", "!")).isError()).isTrue();
        assertThat(client.callTool("echo", Map.of("text", 7)).isError()).isTrue();
        String secret = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);
        assertThat(text(client.callTool("echo", Map.of("text", "token " + secret))))
                .doesNotContain(secret);
    }

    private static void assertInputRequests(McpClient client) {
        assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Bo is 7");
        assertThat(text(client.callTool("plan", Map.of()))).isEqualTo("Trip in file:///work");
    }

    private void assertNotifications(McpClient client) throws InterruptedException {
        List<Double> steps = new CopyOnWriteArrayList<>();
        CallOptions options = CallOptions.DEFAULT.onProgress(progress -> steps.add(progress.progress()));
        assertThat(text(client.callTool("count", Map.of(), options))).isEqualTo("counted");
        assertThat(steps).containsExactly(1.0, 2.0, 3.0);
        client.setLogLevel(LogLevel.INFO);
        client.callTool("log", Map.of());
        assertThat(changes.poll(60, TimeUnit.SECONDS)).isEqualTo("log careful");
        SubscriptionFilter wanted = SubscriptionFilter.NONE.withResourceSubscriptions(List.of("test://one"));
        try (Subscription subscription = client.subscribe(wanted)) {
            assertThat(subscription.acceptedFilter()).isEqualTo(wanted);
            client.callTool("update", Map.of());
            assertThat(changes.poll(60, TimeUnit.SECONDS)).isEqualTo("test://one");
        }
    }

    private static void assertCancellation(McpClient client) throws Exception {
        Cancellation cancellation = new Cancellation();
        CallOptions options = CallOptions.DEFAULT
                .withCancellation(cancellation)
                .onProgress(progress -> cancellation.cancel("enough"));
        CompletableFuture<Void> cancelled =
                CompletableFuture.runAsync(() -> assertThatThrownBy(() -> client.callTool("hang", Map.of(), options))
                        .isInstanceOf(CallCancelledException.class));
        cancelled.get(60, TimeUnit.SECONDS);
        assertThat(text(client.callTool("echo", Map.of("text", "still here")))).isEqualTo("still here");
    }
}
