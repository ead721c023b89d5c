package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void file() {
        file = directory.resolve("audit.jsonl");
    }

    @Test
    void a_line_contains_caller_request_and_outcome() throws IOException {
        FindingReport report = new FindingReport(
                "secrets",
                EnforcementMode.ENFORCE,
                new Finding("secrets.jwt", "content[0].text", "A secret"),
                FindingReport.PolicyAction.CHANGED);
        Json params = Json.parse("{\"name\":\"read\"}");
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            AuditEntries.appendLine(log, () -> AuditEntries.entryFor("read")
                    .toBytes(params, null, List.of(report), AuditEntries.callEnd(CallOutcome.CHANGED)));
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(Json.parse(lines.get(0)).get("event")).isEqualTo(Json.of("opened"));
        assertThat(Json.parse(lines.get(0)).get("prev")).isEqualTo(Json.of("0".repeat(64)));
        Json line = Json.parse(lines.get(1));
        String previous = Sha256.hex(lines.get(0));
        assertThat(line.toString())
                .isEqualTo("{\"seq\":2,\"prev\":\"" + previous
                        + "\",\"time\":\"2026-01-02T03:04:05Z\",\"who\":\"ann\",\"upstream\":\"files\",\"method\":\"tools/call\",\"name\":\"read\","
                        + "\"verdict\":\"changed\",\"findings\":[{\"policy\":\"secrets\",\"rule\":\"secrets.jwt\",\"outcome\":\"changed\","
                        + "\"where\":\"content[0].text\",\"detail\":\"A secret\"}],\"params\":{\"name\":\"read\"},"
                        + "\"guardMicros\":1,\"upstreamMicros\":2000}");
    }

    /** Issue 20, item 13: texts of a peer are truncated, and long names that differ stay different. */
    @Test
    void a_long_text_is_truncated_with_its_length_and_hash() throws IOException {
        String maxText = "n".repeat(AuditEntry.MAX_CHARS);
        String wideText = "\uD83D\uDE00".repeat(AuditEntry.MAX_CHARS + 1);
        List<String> names = List.of(maxText, maxText + "a", maxText + "b", wideText, maxText.repeat(1900));
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            for (String text : names) {
                FindingReport report = new FindingReport(
                        "tools",
                        EnforcementMode.ENFORCE,
                        new Finding("r", text, text),
                        FindingReport.PolicyAction.REFUSED);
                AuditEntry entry = new AuditEntry(AuditEntries.TIME, text, text, text, text);
                AuditEntries.appendLine(
                        log,
                        () -> entry.toBytes(null, null, List.of(report), AuditEntries.callEnd(CallOutcome.REFUSED)));
            }
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThan(7 * 4300));
        assertThat(AuditEntries.readToolNames(file))
                .containsExactly(
                        maxText,
                        truncated(maxText, maxText + "a", 2049),
                        truncated(maxText, maxText + "b", 2049),
                        truncated(wideText.substring(2), wideText, 2049),
                        truncated(maxText, maxText.repeat(1900), 3_891_200));
        Json line = Json.parse(lines.get(2));
        Json finding = line.get("findings").elements().get(0);
        assertThat(List.of(line, finding))
                .flatExtracting(json -> List.of("who", "upstream", "method", "where", "detail").stream()
                        .flatMap(member -> Optional.ofNullable(json.string(member)).stream())
                        .toList())
                .hasSize(5)
                .containsOnly(truncated(maxText, maxText + "a", 2049));
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(AuditVerifier.verify(file).last()).isEqualTo(6);
    }

    private static String truncated(String start, String text, int chars) {
        return start + "[cut: " + chars + " characters, sha256 " + Sha256.hex(text) + "]";
    }

    @Test
    void the_chain_continues_after_a_restart_and_across_files() throws IOException {
        for (int run = 0; run < 3; run++) {
            AuditEntries.writeLog(file, 50, 4096);
        }

        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(report.notes()).isEmpty();
        assertThat(report.lines()).isEqualTo(report.last());
        assertThat(AuditEntries.readToolNames(file)).hasSize(3 * 49);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(f -> f.toString().endsWith(".jsonl")).count())
                    .isGreaterThan(5);
        }
    }

    @Test
    void the_number_of_files_is_limited_and_the_rest_is_intact() throws IOException {
        try (AuditLog log = AuditLog.open(new AuditSettings(file, 2000, 3, true, false))) {
            for (int i = 0; i < 100; i++) {
                AuditEntries.appendLine(log, AuditEntries.lineFor("t"));
            }
        }

        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(report.notes()).singleElement().asString().contains("files before it are not here");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(f -> f.toString().endsWith(".jsonl")).count())
                    .isEqualTo(3);
        }
    }

    @Test
    void a_partial_last_line_is_removed_and_the_chain_continues() throws IOException {
        AuditEntries.writeLog(file, 3, 1 << 20);
        Files.writeString(file, "{\"seq\":4,\"prev\":\"", StandardOpenOption.APPEND);

        AuditReport torn = AuditVerifier.verify(file);
        assertThat(torn.problems()).isEmpty();
        assertThat(torn.notes()).singleElement().asString().contains("torn off after 17 bytes");
        assertThat(torn.last()).isEqualTo(3);

        AuditEntries.writeLog(file, 2, 1 << 20);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(AuditVerifier.verify(file).last()).isEqualTo(5);
        assertThat(Files.readAllLines(file).get(3)).contains("\"event\":\"opened\",\"tornBytes\":17");
    }

    @Test
    void a_file_with_only_a_partial_line_continues_the_previous_file() throws IOException {
        AuditEntries.writeLog(file, 5, 1 << 20);
        Files.move(file, new AuditFileSet(file).rotated(1));
        Files.writeString(file, "{\"se");

        AuditEntries.writeLog(file, 2, 1 << 20);

        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(AuditVerifier.verify(file).last()).isEqualTo(7);
    }

    @Test
    void two_guards_cannot_write_one_file() {
        try (AuditLog first = AuditLog.open(AuditSettings.of(file))) {
            assertThat(first.canStartCalls()).isTrue();
            assertThatThrownBy(() -> AuditLog.open(AuditSettings.of(file)))
                    .isInstanceOf(AuditException.class)
                    .hasMessageContaining("Another guard");
        }
        AuditLog.open(AuditSettings.of(file)).close();
    }

    @Test
    void a_chain_does_not_continue_after_a_damaged_line() throws IOException {
        Files.writeString(file, "no audit\n");

        assertThatThrownBy(() -> AuditLog.open(AuditSettings.of(file)))
                .isInstanceOf(AuditException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("move it away");
    }

    @Test
    void many_threads_write_whole_lines() throws Exception {
        try (AuditLog log = AuditLog.open(AuditEntries.smallFileSettings(file))) {
            List<Thread> threads = IntStream.range(0, 8)
                    .mapToObj(t -> new Thread(() -> {
                        for (int i = 0; i < 100; i++) {
                            AuditEntries.appendLine(log, AuditEntries.lineFor("t" + t));
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(AuditEntries.readToolNames(file)).hasSize(800);
    }

    /** Issue 20, item 16. */
    @Test
    void interrupted_and_other_threads_write_their_lines() throws Exception {
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            Thread.currentThread().interrupt();
            AuditEntries.appendLine(log, AuditEntries.lineFor("cancelled"));
            assertThat(Thread.interrupted()).isTrue();

            AuditEntries.appendLine(log, AuditEntries.lineFor("next"));
            assertThat(log.canStartCalls()).isTrue();
        }

        assertThat(Files.readString(file)).contains("cancelled").contains("next");
    }

    /** Issue 20, item 16. */
    @Test
    void pending_lines_are_written_on_close() throws IOException {
        AtomicInteger written = new AtomicInteger();
        AuditLog log = AuditLog.open(AuditSettings.of(file));
        for (int i = 0; i < 2000; i++) {
            log.appendCall(AuditEntries.lineFor("t"), null, problem -> written.addAndGet(problem == null ? 1 : 0));
        }
        log.close();
        log.close();

        assertThat(written).hasValue(2000);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("tools/call")))
                .hasSize(2000);
        assertThatThrownBy(() -> AuditEntries.appendLine(log, AuditEntries.lineFor("late")))
                .isInstanceOf(AuditException.class)
                .hasMessageContaining("is closed");
    }
}
