package dev.tenon.conformance.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 20, "small heaps", and items 9, 10 and 13 for a guard with every policy, pins and the audit log enabled:
 * messages of clients do not exhaust its heap. The messages of each attack are together larger than the heap, so that a
 * guard that retains them fails. After each attack the guard responds within 10 seconds. One guard is used for all
 * attacks, because its start takes longer than some of them.
 */
@Tag("exhaustive")
class SmallHeapGuardTest {
    private static final String LEGACY = "2025-11-25";
    private static final String[] CALLS_ECHO = {
        "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "echo"
    };
    private static final Duration ATTACK = Duration.ofSeconds(3);
    private static final Duration LONGEST_ATTACK = Duration.ofSeconds(60);
    private static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final int MIN_HEAP_MIB = 64;
    private static final int LARGE = 3_900_000;
    /** The guard accepts a name of this length: its limit is 32 KiB. */
    private static final int ALLOWED = 32_000;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private ServerProcess guard;

    @ParameterizedTest
    @ValueSource(ints = {MIN_HEAP_MIB, 128, 256})
    void a_guard_with_a_small_heap_responds_after_each_attack(int heapMiB) throws Exception {
        List<String> heap = List.of("-Xmx" + heapMiB + "m");
        try (ServerProcess started =
                ServerProcess.start(folder.resolve("guard.log"), heap, SmallHeapGuard.class, folder)) {
            guard = started;
            openSessionsWithLargeNames(messagesLargerThanHeap(heapMiB, LARGE));
            assertResponds("sessions with large names");
            if (heapMiB == MIN_HEAP_MIB) {
                // Filling a larger heap takes minutes. The first character makes Java use two bytes per character.
                openSessions(messagesLargerThanHeap(heapMiB, 2 * ALLOWED), "\u20ac" + "n".repeat(ALLOWED));
                assertResponds("sessions");
            }
            subscribeToLargeUris(messagesLargerThanHeap(heapMiB, LARGE));
            assertResponds("large URIs");
            callLargeTools(messagesLargerThanHeap(heapMiB, LARGE));
            assertResponds("large names of tools");
            pipelineAndNeverRead();
            assertResponds("clients that never read");
            callConcurrently();
            assertResponds("large requests at once");
        }
    }

    /** Returns how many messages of this size are together larger than the heap. */
    private static int messagesLargerThanHeap(int heapMiB, int bytes) {
        return (heapMiB << 20) / bytes + 1;
    }

    /** The guard may reject calls for a moment: it checks once per second whether it can write its audit log again. */
    private void assertResponds(String attack) throws Exception {
        assertThat(guard.isAlive()).as(attack).isTrue();
        long end = System.nanoTime() + RECOVERY.toNanos();
        String response = callEcho();
        while (!response.contains("still here") && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(100);
            response = callEcho();
        }
        assertThat(response).as(attack).contains("still here").doesNotContain("\"error\"");
        assertThat(System.nanoTime() - end).as(attack).isNegative();
    }

    private String callEcho() throws Exception {
        return post(Requests.call(1, "echo", "{\"text\":\"still here\"}"), CALLS_ECHO)
                .body();
    }

    /** Item 13. */
    private void openSessionsWithLargeNames(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(initialize("n".repeat(LARGE)).body()).contains("-32602", "(limit: clientInfoBytes)");
        }
        assertThat(guard.counters()).containsEntry("client_bytes", (long) count);
    }

    /** Item 13. */
    private void openSessions(int count, String name) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(initialize(name).statusCode()).isEqualTo(200);
        }
        assertThat(guard.counters().get("session_bytes")).isPositive();
    }

    /** Item 13. */
    private void subscribeToLargeUris(int count) throws Exception {
        String[] session = session();
        for (int i = 0; i < count; i++) {
            String subscription = Requests.subscribe(1, "test://" + i + "-" + "u".repeat(LARGE));
            assertThat(post(subscription, session).body()).contains("-32602", "(limit: uriChars)");
        }
        assertThat(guard.counters()).containsEntry("uri_chars", (long) count);
    }

    /**
     * Item 13: the guard counts rates by the name of the tool. With 64 MiB there may be no memory for the audit entry
     * of such a call; the call is then rejected for this reason.
     */
    private void callLargeTools(int count) throws Exception {
        String[] session = session();
        for (int i = 0; i < count; i++) {
            String call = Requests.sessionCall(1, i + "-" + "t".repeat(LARGE), "{}");
            assertThat(post(call, session).body())
                    .containsAnyOf("-32602", "cannot write its audit file now")
                    .hasSizeLessThan(2_000);
        }
    }

    /**
     * Item 9: one call of each of 600 clients is 120 MB in total, and each client sends 100 of them. The attack
     * continues until the guard has paused reading, which takes longer when the garbage collector needs a processor.
     */
    private void pipelineAndNeverRead() throws Exception {
        try (Attack attack = SocketAttacks.pipelinedCalls(600)) {
            attack.start(guard.port());
            continueAttackFor(attack, ATTACK);
            long end = System.nanoTime() + LONGEST_ATTACK.toNanos();
            while (pausedReads() == 0 && System.nanoTime() - end < 0) {
                continueAttackFor(attack, ATTACK);
            }
        }
        assertThat(pausedReads()).isPositive();
    }

    private static void continueAttackFor(Attack attack, Duration duration) throws Exception {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) {
            attack.continueAttack();
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private long pausedReads() throws Exception {
        return guard.counters().get("paused_reads");
    }

    /** Item 10: 145 MB, of which the guard and the upstream server would each retain the body and the message. */
    private void callConcurrently() throws Exception {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(
                Requests.call(1, "echo", "{\"text\":\"" + "x".repeat(2_900_000) + "\"}")
                        .getBytes(StandardCharsets.US_ASCII));
        List<CompletableFuture<Integer>> statuses = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            HttpRequest call = request(body, CALLS_ECHO);
            statuses.add(client.sendAsync(call, HttpResponse.BodyHandlers.discarding())
                    .thenApply(HttpResponse::statusCode));
        }
        for (CompletableFuture<Integer> status : statuses) {
            assertThat(status.get(60, TimeUnit.SECONDS)).isIn(200, 429);
        }
        assertThat(statuses).extracting(CompletableFuture::join).contains(429);
        assertThat(guard.counters().get("body_bytes") + guard.counters().get("request_bytes"))
                .isPositive();
    }

    private HttpResponse<String> initialize(String name) throws Exception {
        return post(Requests.initialize(LEGACY, name));
    }

    /** Opens a session and returns its headers. */
    private String[] session() throws Exception {
        String id = initialize("name").headers().firstValue("Mcp-Session-Id").orElseThrow();
        return new String[] {"Mcp-Session-Id", id, "MCP-Protocol-Version", LEGACY};
    }

    private HttpResponse<String> post(String message, String... headers) throws Exception {
        return client.send(
                request(HttpRequest.BodyPublishers.ofString(message), headers), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + guard.port() + NeighbourServer.PATH))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(body);
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }
}
