package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.McpClient;
import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.audit.AuditVerifier;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A guard with an audit. */
class AuditedGuardTest {
    /** Moves every call from event loops to threads that are interrupted when a call is cancelled. */
    private static final GuardObserver BLOCKING = exchange -> SingleCallObserver.NONE;

    @TempDir
    Path directory;

    static Stream<Arguments> cases() {
        return Stream.of(true, false).flatMap(mustWrite -> Stream.of(Revision.V2025_11_25, Revision.V2026_07_28)
                .flatMap(revision ->
                        Stream.of(true, false).map(blocking -> Arguments.of(mustWrite, revision, blocking))));
    }

    /** Issue 20, item 16. */
    @ParameterizedTest
    @MethodSource("cases")
    void a_cancelled_call_and_all_later_calls_are_in_the_audit(boolean mustWrite, Revision revision, boolean blocking)
            throws Exception {
        Path file = directory.resolve("audit.jsonl");
        AuditSettings settings = new AuditSettings(file, 1 << 20, 10, mustWrite, false);
        try (AuditLog log = AuditLog.open(settings)) {
            AuditObserver audit = new AuditObserver(log, AuditRedactor.redactSecrets(), AuditRedactor.redactSecrets());
            GuardObserver[] observers = blocking ? new GuardObserver[] {audit, BLOCKING} : new GuardObserver[] {audit};
            try (GuardedServer guarded = new GuardedServer(
                            HttpTransportKind.HTTP,
                            HttpTransportKind.HTTP,
                            builder -> builder.observers(observers),
                            revision);
                    McpClient client =
                            McpClient.builder("front", "1").revisions(revision).connect(guarded.guardTarget())) {
                client.callTool("echo", Map.of("text", "before"));
                cancelCall(client, guarded);
                awaitLine(file, "\"name\":\"sleep\"");

                for (int i = 0; i < 20; i++) {
                    assertThat(client.callTool("echo", Map.of("text", "after")).isError())
                            .isFalse();
                }
            }
        }

        List<String> calls = Files.readAllLines(file).stream()
                .filter(line -> line.contains("tools/call"))
                .toList();
        assertThat(calls).hasSize(22);
        // It has no response unless the upstream responded just before it received the cancellation.
        assertThat(calls.stream().filter(line -> line.contains("sleep"))).hasSize(1);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    private static void cancelCall(McpClient client, GuardedServer guarded) throws InterruptedException {
        Cancellation cancellation = new Cancellation();
        Thread canceller = new Thread(() -> {
            try {
                guarded.upstream().sleepStarted.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            cancellation.cancel("enough");
        });
        canceller.start();
        assertThatThrownBy(
                () -> client.callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)));
        canceller.join();
    }

    private static void awaitLine(Path file, String text) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!Files.readString(file).contains(text)) {
            assertThat(System.nanoTime()).as("a line with " + text).isLessThan(end);
            Thread.sleep(10);
        }
    }
}
