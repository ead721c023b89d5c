package dev.tenon.guard.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.Target;
import dev.tenon.guard.Await;
import dev.tenon.guard.RecordedChanges;
import dev.tenon.guard.command.CommandApprovals;
import dev.tenon.guard.command.CommandLine;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.Consent;
import dev.tenon.guard.command.Launch;
import dev.tenon.guard.command.SandboxMissingException;
import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.Tool;
import dev.tenon.server.Ask;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningGuardTest {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    @TempDir
    Path directory;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private McpServer behind;
    private TenonHttp behindHttp;

    @BeforeEach
    void serve() {
        behind = McpServer.named("files", "1")
                .tool("echo")
                .inputSchema(TEXT)
                .handler((in, call) -> in.get("text").string())
                .tool("slow")
                .handler((in, call) -> {
                    begun.countDown();
                    release.await(60, TimeUnit.SECONDS);
                    return "done";
                })
                .build();
        behindHttp = TenonHttp.serving(behind).port(0).start();
    }

    @AfterEach
    void end() {
        behindHttp.close();
        behind.close(Duration.ZERO);
    }

    private Surroundings around(Consent consent) {
        Launch launch = new Launch(new CommandApprovals(directory.resolve("approved.json")), consent, System.getenv());
        return new Surroundings(
                Implementation.of("guard", "1"), System.getenv(), launch, System.err::println, List.of());
    }

    private Path config(String text) throws IOException {
        Path file = directory.resolve("guard.yaml");
        Path fresh = directory.resolve("fresh.yaml");
        Files.writeString(fresh, text.replace("URL", behindHttp.uri().toString()));
        Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return file;
    }

    private static TenonHttp front(RunningGuard guard) {
        Map.Entry<String, McpServer> only =
                guard.endpoints().entrySet().iterator().next();
        return TenonHttp.serving(only.getValue()).path(only.getKey()).port(0).start();
    }

    private static McpClient client(TenonHttp front, Revision revision) {
        return McpClient.named("test", "1").revisions(revision).connect(Target.http(front.uri()));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static String echo(McpClient client, String tool, String text) {
        return text(client.callTool(tool, Map.of("text", text)));
    }

    private static List<String> names(McpClient client) {
        return client.tools().all().stream().map(Tool::name).toList();
    }

    @Test
    void a_file_makes_a_guard_whose_policies_count_and_whose_calls_are_audited() throws Exception {
        Path file = config("""
                version: 1
                front: {http: "127.0.0.1:0"}
                upstreams:
                  files: {url: "URL"}
                policies:
                  tools: {deny: [slow]}
                  secrets: {mode: enforce}
                audit: {file: audit.jsonl}
                """);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front = front(guard);
                McpClient client = client(front, Revision.V2025_11_25)) {
            assertThat(client.server().implementation().name()).isEqualTo("files");
            assertThat(names(client)).containsExactly("echo");
            assertThat(echo(client, "echo", "hello")).isEqualTo("hello");
            assertThat(client.callTool("echo", Map.of("text", 7)).isError()).isTrue();
            assertThatThrownBy(() -> client.callTool("slow", Map.of())).isInstanceOf(ServerErrorException.class);
            List<Json> lines = Files.readAllLines(directory.resolve("audit.jsonl")).stream()
                    .map(Json::parse)
                    .filter(line -> line.get("method") != null)
                    .filter(line -> "tools/call".equals(line.get("method").string()))
                    .toList();
            assertThat(lines)
                    .extracting(line -> line.get("verdict").string())
                    .containsExactly("passed", "refused", "refused");
            assertThat(lines.get(0).get("upstream").string()).isEqualTo("files");
            assertThat(lines.get(1)
                            .get("findings")
                            .elements()
                            .get(0)
                            .get("rule")
                            .string())
                    .isEqualTo("schemas.input");
        }
    }

    @Test
    void messages_are_as_exact_as_the_strictest_server_of_the_endpoint_wants_them() throws Exception {
        String loose = "version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_, policies: {gate: {mode: warn}}}\n";
        Path file = config(loose);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start()) {
            assertThat(postedWithoutVersion(front)).contains("\"result\"");
            config(loose + "  b: {url: \"URL\", prefix: b_}\n");
            Await.within(
                    Duration.ofSeconds(20), () -> postedWithoutVersion(front).contains("-32600"));
        }
    }

    private static String postedWithoutVersion(TenonHttp front) {
        String body = "{\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}";
        HttpRequest request = HttpRequest.newBuilder(front.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_changed_file_counts_at_once_and_a_bad_one_not_at_all() throws Exception {
        String open = "version: 1\nupstreams: {files: {url: \"URL\"}}\n";
        Path file = config(open);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start();
                McpClient client = client(front, Revision.V2025_11_25)) {
            assertThat(names(client)).containsExactly("echo", "slow");
            CompletableFuture<CallToolResult> underWay =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            config(open + "policies: {tools: {deny: [slow]}}\n");
            Await.within(Duration.ofSeconds(20), () -> names(client).equals(List.of("echo")));
            config("version: 1\nupstreams: {files: {ulr: x}}\n");
            Thread.sleep(1500);
            assertThat(names(client)).containsExactly("echo");
            release.countDown();
            assertThat(text(underWay.get(20, TimeUnit.SECONDS))).isEqualTo("done");
        }
    }

    /** Issue 20, item 12: the program's main thread and its shutdown hook both close it; a call keeps its time to end. */
    @Test
    void a_second_close_waits_for_the_first_and_cuts_off_no_call() throws Exception {
        Path file = config("version: 1\nupstreams: {files: {url: \"URL\"}}\n");
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start();
                McpClient client = client(front, Revision.V2025_11_25)) {
            CompletableFuture<CallToolResult> call =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> first = CompletableFuture.runAsync(() -> guard.close(Duration.ofSeconds(30)));
            CompletableFuture<Void> second = CompletableFuture.runAsync(guard::close);

            assertThatThrownBy(() -> second.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(first).isNotDone();
            release.countDown();
            assertThat(text(call.get(30, TimeUnit.SECONDS))).isEqualTo("done");
            CompletableFuture.allOf(first, second).get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void servers_come_and_go_behind_one_endpoint() throws Exception {
        String one = "version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_}\n  b: {url: \"URL\", prefix: b_}\n";
        Path file = config(one);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start();
                McpClient old = client(front, Revision.V2025_11_25);
                McpClient modern = client(front, Revision.V2026_07_28)) {
            assertThat(names(old)).containsExactly("a_echo", "a_slow", "b_echo", "b_slow");
            assertThat(echo(modern, "b_echo", "hi")).isEqualTo("hi");
            CompletableFuture<CallToolResult> underWay =
                    CompletableFuture.supplyAsync(() -> old.callTool("a_slow", Map.of()));
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            config("version: 1\nupstreams:\n  b: {url: \"URL\", prefix: b_}\n  c: {url: \"URL\", prefix: c_}\n");
            List<String> after = List.of("b_echo", "b_slow", "c_echo", "c_slow");
            Await.within(
                    Duration.ofSeconds(20),
                    () -> names(old).equals(after) && names(modern).equals(after));
            assertThat(echo(old, "c_echo", "hi")).isEqualTo("hi");
            assertThatThrownBy(() -> echo(old, "a_echo", "hi")).isInstanceOf(ServerErrorException.class);
            release.countDown();
            assertThat(text(underWay.get(20, TimeUnit.SECONDS))).isEqualTo("done");
        }
    }

    /** Issue 20, item 8: a client that comes while its server is replaced is led to the other. */
    @ParameterizedTest
    @CsvSource({"V2025_11_25,''", "V2026_07_28,''", "V2025_11_25,a_", "V2026_07_28,a_"})
    void clients_that_come_while_servers_are_replaced_are_served(Revision revision, String prefix) throws Exception {
        String text = "version: 1\nupstreams: {a: {url: \"URL\", prefix: \"" + prefix + "\", timeout: 20s}}\n";
        GuardConfig one = GuardConfig.read(config(text));
        GuardConfig other = GuardConfig.read(config(text.replace("20s", "21s")));
        try (RunningGuard guard = RunningGuard.of(one, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start()) {
            AtomicBoolean replacing = new AtomicBoolean(true);
            CompletableFuture<Integer> replaced = CompletableFuture.supplyAsync(() -> {
                int count = 0;
                while (replacing.get()) {
                    guard.take(count++ % 2 == 0 ? other : one);
                }
                return count;
            });
            try {
                for (int i = 0; i < 40; i++) {
                    try (McpClient client = client(front, revision)) {
                        assertThat(echo(client, prefix + "echo", "hi")).isEqualTo("hi");
                    }
                }
            } finally {
                replacing.set(false);
            }
            assertThat(replaced.get(60, TimeUnit.SECONDS)).isGreaterThan(5);
        }
    }

    /** Issue 20, "it holds": a session of a server that stands alone goes on with the server and the policies of the changed file. */
    @Test
    void a_session_goes_on_with_the_server_and_the_policies_of_the_changed_file() throws Exception {
        String without = """
                version: 1
                front: {http: "127.0.0.1:0"}
                upstreams:
                  other: {url: "URL", path: /other}
                """;
        RecordedChanges told = new RecordedChanges();
        GuardConfig first = GuardConfig.read(config(without + "  files: {url: \"URL\", timeout: 60s}\n"));
        try (McpServer moved = McpServer.named("moved", "1")
                        .tool("echo")
                        .inputSchema(TEXT)
                        .handler((in, call) -> "moved " + in.get("text").string())
                        .tool("slow")
                        .handler((in, call) -> "quick")
                        .build();
                TenonHttp movedHttp = TenonHttp.serving(moved).port(0).start();
                RunningGuard guard = RunningGuard.of(first, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("/mcp")).port(0).start();
                McpClient client = McpClient.named("test", "1")
                        .revisions(Revision.V2025_11_25)
                        .listener(told)
                        .connect(Target.http(front.uri()))) {
            assertThat(client.server().implementation().name()).isEqualTo("files");
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
            CompletableFuture<CallToolResult> underWay =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

            String with = without + "  files: {url: \"" + movedHttp.uri() + "\"}\n";
            guard.take(GuardConfig.read(config(with)));
            assertThat(told.next(1)).containsExactly("tools");
            assertThat(echo(client, "echo", "hi")).isEqualTo("moved hi");
            assertThat(text(client.callTool("slow", Map.of()))).isEqualTo("quick");

            guard.take(GuardConfig.read(config(with + "policies: {tools: {deny: [slow]}}\n")));
            assertThat(names(client)).containsExactly("echo");
            assertThatThrownBy(() -> client.callTool("slow", Map.of())).isInstanceOf(ServerErrorException.class);
            release.countDown();
            assertThat(text(underWay.get(20, TimeUnit.SECONDS))).isEqualTo("done");

            guard.take(GuardConfig.read(config(without)));
            assertThatThrownBy(() -> echo(client, "echo", "hi"))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("removed from the configuration");
            guard.take(first);
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
        }
    }

    /** Issue 20, item 7: a refused change leaves nothing behind, is not said to be in force, and is tried again. */
    @Test
    void a_refused_change_leaves_no_threads_and_counts_when_its_command_is_approved() throws Exception {
        String open = "version: 1\nupstreams:\n  files: {url: \"URL\"}\n";
        Path file = config(open);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start();
                McpClient client = client(front, Revision.V2025_11_25)) {
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
            GuardConfig refused = GuardConfig.read(config("version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_}\n"
                    + "  b: {command: [cat], prefix: b_}\n"));
            int threads = Thread.activeCount();
            List<GuardConfig> taken = new CopyOnWriteArrayList<>();
            guard.whenChanged(taken::add);
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> guard.take(refused)).isInstanceOf(CommandRefusedException.class);
            }
            assertThat(Thread.activeCount()).as("threads, also of other tests").isLessThan(threads + 45);
            assertThat(taken).isEmpty();
            assertThat(names(client)).containsExactly("echo", "slow");
            around(command -> Consent.Answer.YES)
                    .launch()
                    .started(new CommandLine(List.of("cat"), directory, Map.of(), List.of(), Optional.empty()), false);
            Await.within(Duration.ofSeconds(20), () -> !taken.isEmpty());
            assertThat(taken.get(0).upstreams()).hasSize(2);
        }
    }

    /** Issue 20, "it holds": what a configuration lets a program inherit is a part of what is approved. */
    @Test
    void a_program_that_is_to_inherit_another_variable_must_be_approved_again() throws Exception {
        CommandLine cat = new CommandLine(List.of("cat"), directory, Map.of(), List.of(), Optional.empty());
        around(command -> Consent.Answer.YES).launch().started(cat, false);
        String text = "version: 1\nupstreams:\n  b: {command: [cat]%s}\n";
        GuardConfig more = GuardConfig.read(config(text.formatted(", environment: {allow: [GITHUB_TOKEN]}")));
        try (RunningGuard guard = RunningGuard.follow(config(text.formatted("")), around(Consent.NOBODY))) {
            assertThatThrownBy(() -> guard.take(more))
                    .isInstanceOf(CommandRefusedException.class)
                    .hasMessageContaining("\n  inherits GITHUB_TOKEN");
        }
    }

    @Test
    void who_calls_too_often_is_told_by_http_how_long_to_wait() throws Exception {
        Path file = config("""
                version: 1
                upstreams: {files: {url: "URL"}}
                policies: {rates: {rules: [{rate: 1/hour, burst: 1}]}}
                """);
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start()) {
            assertThat(call(front).statusCode()).isEqualTo(200);
            HttpResponse<String> refused = call(front);
            assertThat(refused.statusCode()).isEqualTo(429);
            String seconds = refused.headers().firstValue("Retry-After").orElseThrow();
            assertThat(Long.parseLong(seconds)).isBetween(3500L, 3600L);
            Json error = Json.parse(refused.body()).get("error");
            assertThat(error.get("code").toString()).isEqualTo("429");
            assertThat(error.get("data").get("retryAfter").toString()).isEqualTo(seconds);
        }
    }

    private static HttpResponse<String> call(TenonHttp front) throws Exception {
        URI uri = front.uri();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "echo")
                .POST(HttpRequest.BodyPublishers.ofString("""
                                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},\
                                "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                                "io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},\
                                "io.modelcontextprotocol/clientCapabilities":{}}}}"""))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Issue 20, "A metric for each bound". */
    @Test
    void bounds_of_clients_and_of_standard_error_are_counted() throws Exception {
        Path file = config("""
                version: 1
                front: {http: "127.0.0.1:0"}
                limits: {sessionsPerCaller: 1}
                audit: {file: audit.jsonl}
                upstreams:
                  files: {url: "URL"}
                  noisy: {command: [sh, -c, "yes | head -n 50000 >&2"], path: /noisy}
                """);
        try (RunningGuard guard = RunningGuard.follow(file, around(command -> Consent.Answer.YES));
                TenonHttp files =
                        TenonHttp.serving(guard.endpoints().get("/mcp")).port(0).start();
                TenonHttp noisy = TenonHttp.serving(guard.endpoints().get("/noisy"))
                        .port(0)
                        .start()) {
            assertThat(initialize(files)).isEqualTo(200);
            assertThat(initialize(files)).isEqualTo(200);
            assertThatThrownBy(() -> client(noisy, Revision.V2025_11_25).close())
                    .isInstanceOf(McpClientException.class);
            Await.within(Duration.ofSeconds(20), () -> guard.boundsMet().getOrDefault("stderr", 0L) > 40_000);
            assertThat(guard.boundsMet())
                    .containsEntry("sessions_per_caller", 1L)
                    .containsEntry("audit_calls", 0L)
                    .containsKeys("requests_per_process", "queue", "uri_chars");
        }
    }

    /** Issue 20, "a metric for each bound": those of connections to a server behind, and of calls that wait for an answer. */
    @Test
    void bounds_of_connections_and_of_parked_calls_are_counted() throws Exception {
        McpServer asking = McpServer.named("asking", "1")
                .revisions(Revision.V2025_11_25)
                .tool("ask")
                .handler((in, call) -> call.ask("ok", Ask.form("Do it?", Ok.class))
                        .orElseDecline()
                        .toString())
                .build();
        String text = """
                version: 1
                front: {http: "127.0.0.1:0"}
                limits: {sessions: 1, parkedCalls: 1}
                upstreams: {asking: {url: "%s"}}
                """;
        try (TenonHttp askingHttp =
                        TenonHttp.serving(asking).port(0).closesServer().start();
                RunningGuard guard =
                        RunningGuard.follow(config(text.formatted(askingHttp.uri())), around(Consent.NOBODY));
                TenonHttp front = front(guard)) {
            assertThat(guard.boundsMet())
                    .containsEntry("upstream_connections", 0L)
                    .containsEntry("parked_calls", 0L);
            assertThat(asked(front, "{\"elicitation\":{}}")).contains("input_required");
            assertThat(asked(front, "{\"elicitation\":{}}")).contains("429", "(limit: parkedCalls)");
            assertThat(asked(front, "{\"elicitation\":{},\"roots\":{}}")).contains("429", "GuardLimits.connections)");
            assertThat(guard.boundsMet()).containsEntry("parked_calls", 1L);
            // More than once: a policy asks for the list of tools as well.
            assertThat(guard.boundsMet().get("upstream_connections")).isPositive();
        }
    }

    record Ok(boolean ok) {}

    /** What a client of 2026-07-28 with these capabilities gets for a call of the tool {@code ask}. */
    private static String asked(TenonHttp front, String capabilities) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(front.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "ask")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{},"_meta":{
                        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities":%s}}}""".formatted(capabilities)))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int initialize(TenonHttp front) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(front.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
                        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"""))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void a_program_must_be_approved_and_one_with_walls_does_not_run_without_them() throws Exception {
        Path file = config("version: 1\nupstreams: {files: {command: [sh, -c, \"curl x | sh\"]}}\n");
        assertThatThrownBy(() -> RunningGuard.follow(file, around(Consent.NOBODY)))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("command.pipe-to-shell")
                .hasMessageContaining("tenon guard approve");
        assertThatThrownBy(() -> RunningGuard.follow(file, around(command -> Consent.Answer.NO)))
                .isInstanceOf(CommandRefusedException.class);
        RunningGuard.follow(file, around(command -> Consent.Answer.YES)).close(Duration.ZERO);
        RunningGuard.follow(file, around(Consent.NOBODY)).close(Duration.ZERO);

        Path walled = config("version: 1\nupstreams: {files: {command: [cat], sandbox: {network: false}}}\n");
        Surroundings bare = new Surroundings(
                Implementation.of("guard", "1"),
                Map.of(),
                new Launch(
                        new CommandApprovals(directory.resolve("approved.json")),
                        command -> Consent.Answer.YES,
                        Map.of("PATH", directory.toString())),
                System.err::println,
                List.of());
        assertThatThrownBy(() -> RunningGuard.follow(walled, bare)).isInstanceOf(SandboxMissingException.class);
    }

    @Test
    void a_file_that_is_wrong_from_the_start_is_told_with_its_lines() throws Exception {
        Path file = config("version: 1\nupstreams:\n  files:\n    ulr: x\n");
        assertThatThrownBy(() -> RunningGuard.follow(file, around(Consent.NOBODY)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("line 4");
    }

    @Test
    void a_server_that_cannot_be_reached_is_an_error_that_says_so() throws Exception {
        Path file = config("version: 1\nupstreams: {files: {url: \"http://127.0.0.1:1/mcp\"}}\n");
        try (RunningGuard guard = RunningGuard.follow(file, around(Consent.NOBODY));
                TenonHttp front =
                        TenonHttp.serving(guard.endpoints().get("")).port(0).start()) {
            assertThatThrownBy(() -> client(front, Revision.V2025_11_25).close())
                    .isInstanceOf(McpClientException.class)
                    .hasMessageContaining("cannot be reached");
        }
    }
}
