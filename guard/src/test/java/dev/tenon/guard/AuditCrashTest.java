package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.audit.AuditReport;
import dev.tenon.guard.audit.AuditVerifier;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 20, "How it is shown": a guard process with all policies is killed at random moments under eight clients. Each
 * call with a response has exactly one line; each call that reached the upstream has a line or is listed as unanswered.
 * Its file is renamed at times while it runs and between runs, and tampered with at the end.
 */
class AuditCrashTest {
    private static final int CLIENTS = 8;
    /** Matches the item of a call, in the name of a resource or an argument of a tool. */
    private static final Pattern ITEM =
            Pattern.compile("\"name\":\"test://items/([0-9-]+)\"|\"arguments\":\\{\"item\":\"([0-9-]+)\"");

    private static final Pattern FILE = Pattern.compile("audit(\\.[0-9]{12})?\\.jsonl(\\.[0-9]+)?");

    @TempDir
    Path directory;

    private final Set<String> receivedItems = ConcurrentHashMap.newKeySet();
    private final Set<String> responded = ConcurrentHashMap.newKeySet();
    private McpServer server;
    private TenonHttpServer upstream;

    @BeforeEach
    void serve() {
        server = McpServer.builder("behind", "1")
                .resourceTemplate("test://items/{name}")
                .name("items")
                .handler((request, call) -> {
                    receivedItems.add(request.uri().substring("test://items/".length()));
                    return "item";
                })
                .tool("item")
                .inputSchema(Json.parse("{\"type\":\"object\",\"properties\":{\"item\":{\"type\":\"string\"}}}"))
                .handler((in, call) -> {
                    receivedItems.add(String.valueOf(in.string("item")));
                    return "item";
                })
                .build();
        upstream = TenonHttpServer.builder(server).port(0).start();
    }

    @AfterEach
    void end() {
        upstream.close();
        server.close(Duration.ZERO);
    }

    @Test
    @Tag("exhaustive")
    void killed_twice_no_call_is_lost() throws Exception {
        killRepeatedly(2);
    }

    @Test
    @Tag("exhaustive")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void killed_twenty_times_no_call_is_lost() throws Exception {
        killRepeatedly(20);
    }

    private void killRepeatedly(int times) throws Exception {
        long seed = Long.getLong("tenon.seed", System.nanoTime());
        System.out.println("AuditCrashTest: -Dtenon.seed=" + seed);
        Random random = new Random(seed);
        Path file = directory.resolve("audit.jsonl");
        for (int run = 1; run <= times; run++) {
            runUntilKilled(file, run, random.nextInt(400));
            assertAuditComplete(file, "before restart " + run);
            if (run % 2 == 1) {
                Files.move(file, directory.resolve("audit.jsonl.1" + run)); // between two runs
            }
        }
        startAndKill();
        assertAuditComplete(file, "after the last restart");
        assertThat(responded.size()).isGreaterThan(times * CLIENTS);
        assertThat(AuditVerifier.verify(file).unanswered()).isNotEmpty();
        assertThat(countRejections()).as("a policy refused calls").isPositive();

        if (random.nextBoolean()) {
            Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) / 2));
            assertThat(AuditVerifier.verify(file).problems()).as("cut").isNotEmpty();
        } else {
            Files.delete(file);
            assertThat(AuditVerifier.verify(file).problems()).as("removed").isNotEmpty();
        }
        startAndKill();
        assertThat(AuditVerifier.verify(file).problems())
                .as("after a restart that follows tampering")
                .isNotEmpty();
    }

    private void startAndKill() throws Exception {
        Process process = startGuard();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("http");
        }
        process.destroyForcibly().waitFor();
    }

    private final List<Process> started = new ArrayList<>();

    private Process startGuard() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea:dev.tenon...",
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AuditedGuardProgram.class.getName(),
                        directory.toString(),
                        upstream.uri().toString())
                .redirectError(directory.resolve("guard.log").toFile())
                .start();
        started.add(process);
        return process;
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private void runUntilKilled(Path file, int run, int millis) throws Exception {
        int before = responded.size();
        Process guard = startGuard();
        String uri = guard.inputReader(StandardCharsets.UTF_8).readLine();
        assertThat(uri).as(Files.readString(directory.resolve("guard.log"))).startsWith("http");
        List<Thread> clients = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            int number = c;
            Thread client = new Thread(() -> callUntilKilled(uri, run + "-" + number));
            client.start();
            clients.add(client);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (responded.size() < before + 5 * CLIENTS) {
            assertThat(System.nanoTime()).as("calls get responses").isLessThan(end);
            Thread.sleep(1);
        }
        if (run % 2 == 0) {
            Files.move(file, directory.resolve("audit.jsonl.2" + run)); // while it runs
        }
        Thread.sleep(millis);
        guard.destroyForcibly().waitFor();
        for (Thread client : clients) {
            client.join();
        }
    }

    private void callUntilKilled(String uri, String name) {
        Revision revision = name.hashCode() % 2 == 0 ? Revision.V2025_11_25 : Revision.V2026_07_28;
        try (McpClient client =
                McpClient.builder("crash", "1").revisions(revision).connect(ServerTarget.http(URI.create(uri)))) {
            for (int i = 0; ; i++) {
                String item = name + "-" + i;
                if (i % 2 == 0) {
                    client.readResource("test://items/" + item);
                } else {
                    client.callTool("item", Map.of("item", item));
                }
                responded.add(item);
                if (i == 1) {
                    assertThatThrownBy(() -> client.callTool("forbidden", Map.of()))
                            .isInstanceOf(RuntimeException.class);
                }
            }
        } catch (RuntimeException e) {
            // The guard was killed.
        }
    }

    private void assertAuditComplete(Path file, String when) throws IOException {
        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).as(when).isEmpty();
        Map<String, Integer> lines = new HashMap<>();
        for (String line : lines()) {
            if (!line.contains("\"event\":")) {
                countItem(line, lines);
            }
        }
        Map<String, Integer> unanswered = new HashMap<>();
        report.unanswered().forEach(call -> countItem(call, unanswered));
        assertThat(lines.values()).as(when + ": lines of each call").allMatch(count -> count == 1);
        assertThat(unanswered.values()).as(when + ": unanswered once").allMatch(count -> count == 1);
        assertThat(responded).as(when + ": a response, but no line").allMatch(lines::containsKey);
        assertThat(unanswered.keySet()).as(when + ": both").noneMatch(lines::containsKey);
        // Unanswered tool calls are listed without arguments.
        assertThat(receivedItems.stream()
                        .filter(call -> !lines.containsKey(call) && !unanswered.containsKey(call))
                        .count())
                .as(when + ": received upstream, but neither a line nor unanswered")
                .isLessThanOrEqualTo(report.unanswered().stream()
                        .filter(call -> call.contains("\"name\":\"item\""))
                        .count());
    }

    private static void countItem(String call, Map<String, Integer> calls) {
        Matcher item = ITEM.matcher(call);
        if (item.find()) {
            calls.merge(item.group(1) == null ? item.group(2) : item.group(1), 1, Integer::sum);
        }
    }

    private long countRejections() throws IOException {
        return lines().stream()
                .filter(line -> line.contains("\"verdict\":\"refused\""))
                .count();
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.filter(
                            f -> FILE.matcher(f.getFileName().toString()).matches())
                    .toList()) {
                lines.addAll(Files.readAllLines(each));
            }
        }
        return lines;
    }
}
