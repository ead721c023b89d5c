package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures of the head file and the journal, and calls whose lines could not be written. */
class AuditFailuresTest {
    private static final Json CALL = Json.parse("{\"method\":\"tools/call\",\"name\":\"under-way\"}");

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void file() {
        file = directory.resolve("audit.jsonl");
    }

    /** Issue 20, item 19. */
    @Test
    void a_written_line_counts_even_if_the_head_file_fails() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("a device that is always full").exists();
        Files.createSymbolicLink(new AuditFileSet(file).headPath(), full);

        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            AuditEntries.appendLine(log, AuditEntries.lineFor("one"));
            AuditEntries.appendLine(log, AuditEntries.lineFor("two"));
            assertThat(log.canStartCalls()).isTrue();
        }

        assertThat(AuditEntries.readToolNames(file)).containsExactly("one", "two");
        assertThat(Files.readString(file)).doesNotContain("resumed");
    }

    /** Issue 20, item 19. */
    @Test
    void an_unusable_file_leaves_nothing_open() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeThat(descriptors).exists();
        Files.writeString(file, "no audit\n");

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> AuditLog.open(AuditSettings.of(file)))
                    .isInstanceOf(AuditException.class)
                    .hasMessageContaining("is damaged");
        }

        List<Path> open = new ArrayList<>();
        try (Stream<Path> links = Files.list(descriptors)) {
            for (Path link : links.toList()) {
                if (Files.isSymbolicLink(link) && isIn(link)) {
                    open.add(link);
                }
            }
        }
        assertThat(open).isEmpty();
    }

    private boolean isIn(Path link) {
        try {
            return Files.readSymbolicLink(link).startsWith(directory);
        } catch (IOException e) {
            return false; // closed in the meantime
        }
    }

    /** Issue 20, item 19. */
    @Test
    void closing_is_silent_and_idempotent() {
        String log = logOf(() -> {
            AuditLog audit = AuditLog.open(AuditSettings.of(file));
            Thread.currentThread().interrupt();
            audit.close();
            audit.close();
            assertThat(Thread.interrupted()).isTrue();
        });

        assertThat(log).doesNotContain("Could not close the audit file");
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    @Test
    void a_call_in_progress_is_unanswered_before_and_after_the_next_start() throws IOException {
        AuditLog log = AuditLog.open(AuditSettings.of(file));
        CallRecord responded = log.recordCallStart(CALL);
        log.recordCallStart(CALL);
        CompletableFuture<@Nullable AuditException> done = new CompletableFuture<>();
        log.appendCall(AuditEntries.lineFor("answered"), responded, done::complete);
        assertThat(done.join()).isNull();

        assertThat(AuditVerifier.verify(file).unanswered()).containsExactly(CALL.toString());
        log.close(); // as after a kill, except that the head file says stopped
        for (int restart = 0; restart < 2; restart++) {
            AuditLog.open(AuditSettings.of(file)).close();
            assertThat(AuditVerifier.verify(file).unanswered()).containsExactly(CALL.toString());
        }
        assertThat(Files.readString(file)).containsOnlyOnce("\"event\":\"interrupted\",\"call\":" + CALL);
    }

    @Test
    void a_call_whose_line_was_being_written_is_not_written_twice() throws IOException {
        AuditEntries.writeLog(file, 5, 1 << 20);
        CallJournal journal = CallJournal.open(new AuditFileSet(file).journalPath(), 10, 5);
        CallRecord written = journal.recordCall(CALL);
        CallRecord unwritten = journal.recordCall(CALL);
        written.assignSequence(5);
        unwritten.assignSequence(6);

        assertThat(AuditVerifier.verify(file).unanswered()).hasSize(1);
        AuditEntries.writeLog(file, 2, 1 << 20);
        assertThat(AuditVerifier.verify(file).unanswered()).hasSize(1);
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    @Test
    void calls_beyond_the_journal_are_rejected_or_not_recorded() {
        for (boolean mustWrite : new boolean[] {true, false}) {
            Path otherFile = directory.resolve(mustWrite + ".jsonl");
            try (AuditLog log = AuditLog.open(new AuditSettings(otherFile, 1 << 20, 10, mustWrite, false), 2)) {
                assertThat(log.recordCallStart(CALL)).isNotNull();
                assertThat(log.recordCallStart(CALL)).isNotNull();
                if (mustWrite) {
                    assertThatThrownBy(() -> log.recordCallStart(CALL))
                            .isInstanceOf(AuditException.class)
                            .hasMessageContaining("Too many calls in progress");
                } else {
                    assertThat(log.recordCallStart(CALL)).isNull();
                }
            }
        }
    }

    @Test
    void a_truncated_journal_is_recreated() throws Exception {
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            Path calls = new AuditFileSet(file).journalPath();
            try (FileChannel channel = FileChannel.open(calls, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!Files.exists(calls) || Files.size(calls) < 1024 * 512) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.sleep(20);
            }
            assertThat(log.recordCallStart(CALL)).isNotNull();
            AuditEntries.appendLine(log, AuditEntries.lineFor("next"));
        }

        assertThat(AuditEntries.readToolNames(file)).containsExactly("next");
        assertThat(AuditVerifier.verify(file).problems())
                .singleElement()
                .asString()
                .endsWith("callsRemoved");
    }

    /** Issue 20, item 20. */
    @Test
    void files_are_owner_only_and_wider_permissions_are_logged() throws IOException {
        Path folder = directory.resolve("logs");
        Path inside = folder.resolve("audit.jsonl");
        AuditEntries.writeLog(inside, 30, 4096);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList()).hasSizeGreaterThan(4).allSatisfy(each -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------"));
        }
        assertThat(logOf(() -> AuditEntries.writeLog(inside, 2, 4096))).doesNotContain("accessible to other users");

        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(logOf(() -> AuditEntries.writeLog(inside, 2, 4096)))
                .contains("path=" + folder + ", permissions=rwxr-xr-x. Run: chmod 700 " + folder)
                .contains("path=" + inside + ", permissions=rw-r--r--. Run: chmod 600 " + inside);
    }

    private static String logOf(Runnable action) {
        try (LogCapture log = new LogCapture()) {
            action.run();
            return log.capturedText();
        }
    }
}
