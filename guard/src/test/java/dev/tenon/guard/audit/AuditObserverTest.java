package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 20, section 1 ("it holds"): each call with a response has exactly one line, whatever its content, and the chain
 * can be read.
 */
class AuditObserverTest {
    private static final int SMALL = 100;
    /** Larger than {@code contentSize}. */
    private static final int HASHED = 20 << 10;
    /** Its line is encoded by the writer thread. */
    private static final int LARGE = 100 << 10;

    private static final int CALLS = 3;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void file() {
        file = directory.resolve("audit.jsonl");
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, HASHED, LARGE})
    void a_number_without_a_canonical_form_is_audited(int bytes) throws IOException {
        Json params = params("{\"sum\":[10e9999,0.01e-9999],\"pad\":\"" + "x".repeat(bytes) + "\"}");

        List<String> lines = lines(AuditRedactor.redactSecrets(), params, Json.EMPTY_OBJECT, List.of());

        assertThat(lines)
                .allSatisfy(line -> assertThat(line).contains(bytes == SMALL ? "10e9999,0.01e-9999" : "\"sha256\":\""))
                .noneSatisfy(line -> assertThat(line).contains("noContent"));
    }

    /** Simulates any failure by a policy whose finding has no detail. */
    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void a_call_whose_line_cannot_be_encoded_has_a_line_without_content(int bytes) throws IOException {
        FindingReport bad = new FindingReport(
                "own", EnforcementMode.ENFORCE, new Finding("own.rule", "", null), FindingReport.PolicyAction.NOTED);
        Json params = params("{\"pad\":\"" + "x".repeat(bytes) + "\"}");

        List<String> lines = lines(AuditRedactor.redactSecrets(), params, Json.EMPTY_OBJECT, List.of(bad));

        assertThat(lines).allSatisfy(line -> assertThat(line)
                .contains(
                        "\"upstream\":\"files\",\"method\":\"tools/call\",\"name\":\"add\",\"verdict\":\"passed\"",
                        "\"noContent\":\"java.lang.NullPointerException\"")
                .doesNotContain("params"));
    }

    @Test
    void a_call_with_a_too_large_line_has_a_line_without_content() throws IOException {
        AuditRedactor whole = new AuditRedactor(
                AuditRedactor.RetentionMode.WHOLE, List.of(), SecretDetector.COMMON, Integer.MAX_VALUE);
        Json result = Json.of("x".repeat(ChainEntry.MAX_BYTES - SMALL));

        List<String> lines = lines(whole, params("{}"), result, List.of());

        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(line).contains("\"noContent\":\"").hasSizeLessThan(1000));
    }

    @Test
    void equally_redacted_names_leave_the_chain_readable() throws IOException {
        Json params = params("{\"AKIAAAAAAAAAAAAAAAAA\":1,\"AKIABBBBBBBBBBBBBBBB\":2}");

        List<String> lines = lines(AuditRedactor.redactSecrets(), params, Json.EMPTY_OBJECT, List.of());

        assertThat(lines).allSatisfy(line -> assertThat(ChainEntry.parse(line.getBytes(StandardCharsets.UTF_8)))
                .isNotNull());
    }

    private static Json params(String arguments) {
        return Json.parse("{\"name\":\"add\",\"arguments\":" + arguments + "}");
    }

    /**
     * Checks that each call gets its response, has one line, and releases its slot, and that a restart finds nothing.
     * Returns these lines.
     */
    private List<String> lines(AuditRedactor content, Json params, Json result, List<FindingReport> reports)
            throws IOException {
        try (AuditLog log = AuditLog.open(AuditSettings.of(file), CALLS)) {
            AuditObserver observer = new AuditObserver(log, content, content);
            for (int i = 0; i < 2 * CALLS; i++) {
                assertThat(endCall(observer, params, result, reports)).isNull();
            }
        }
        AuditLog.open(AuditSettings.of(file), CALLS).close();
        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(report.unanswered()).isEmpty();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> line.contains("\"event\":"));
        assertThat(lines).hasSize(2 * CALLS);
        return lines;
    }

    private static @Nullable RpcException endCall(
            AuditObserver observer, Json params, Json result, List<FindingReport> reports) {
        PolicyMessage request =
                PolicyMessage.request("files", "tools/call", params).withTarget("add", null);
        SingleCallObserver callObserver =
                observer.onCallStart(new CallStart(request, Instant.parse("2026-01-02T03:04:05Z")));
        CompletableFuture<@Nullable RpcException> response = new CompletableFuture<>();
        callObserver.onEnd(
                new CallEnd(CallOutcome.PASSED, reports, result, null, null, Duration.ZERO, Duration.ZERO, null),
                response::complete);
        return response.join();
    }
}
