package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 20, item 18: changes of the files by other processes while the guard runs are detected and recorded in the
 * chain.
 */
class AuditFileChangesTest {

    @TempDir
    Path directory;

    private Path file;
    private AuditLog log;
    private int writtenLines;

    @BeforeEach
    void open() {
        file = directory.resolve("audit.jsonl");
        log = AuditLog.open(AuditSettings.of(file));
        writeLines(10);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private void writeLines(int lines) {
        for (int i = 0; i < lines; i++) {
            AuditEntries.appendLine(log, AuditEntries.lineFor("t" + ++writtenLines));
        }
    }

    private List<String> allNames() {
        return IntStream.rangeClosed(1, writtenLines).mapToObj(i -> "t" + i).toList();
    }

    private List<String> problems() {
        return AuditVerifier.verify(file).problems().stream()
                .map(AuditProblem::message)
                .toList();
    }

    @Test
    void a_renamed_file_is_followed_by_a_new_one() throws IOException {
        Files.move(file, directory.resolve("audit.jsonl.1"));
        writeLines(10);
        Files.move(directory.resolve("audit.jsonl.1"), directory.resolve("audit.jsonl.2"));
        Files.move(file, directory.resolve("audit.jsonl.1"));
        writeLines(10);

        assertThat(AuditEntries.readToolNames(file)).isEqualTo(allNames());
        assertThat(problems()).isEmpty();
        assertThat(Files.readAllLines(file).get(0)).contains("\"event\":\"reopened\",\"was\":\"renamed\"");
    }

    @Test
    void a_backup_of_logrotate_is_kept_with_its_own_number() throws IOException {
        for (int i = 2; i > 0; i--) { // logrotate's create overwrites the backup of the same hour
            Files.move(file, directory.resolve("audit.jsonl." + i));
            writeLines(10);
            Files.move(file, directory.resolve("audit.jsonl-2026112607.backup"), StandardCopyOption.REPLACE_EXISTING);
            Files.createFile(file);
            writeLines(10);
        }

        assertThat(AuditEntries.readToolNames(file)).isEqualTo(allNames());
        assertThat(problems()).isEmpty();
        assertThat(directory.resolve("audit.jsonl-2026112607.backup")).doesNotExist();
        assertThat(new AuditFileSet(file).rotated()).hasSize(2);
    }

    @Test
    void a_deleted_rotated_file_is_detected_unless_verification_starts_later() throws IOException {
        Files.move(file, directory.resolve("audit.jsonl.1"));
        writeLines(10);
        Files.delete(directory.resolve("audit.jsonl.1"));
        log.close();

        assertThat(problems()).containsExactly("lines 1 to 11 of the chain are missing before this one");
        assertThat(AuditVerifier.verify(file, 11).problems()).hasSize(1);
        AuditReport report = AuditVerifier.verify(file, 12);
        assertThat(report.problems()).isEmpty();
        assertThat(report.notes())
                .containsExactly("The audit begins with line 12 of the chain: files before it are not here");
    }

    @Test
    void after_copytruncate_every_line_exists_once() throws IOException {
        Files.copy(file, directory.resolve("audit.jsonl.1"));
        writeLines(5);
        truncate(0);
        writeLines(5);
        truncate(0);
        writeLines(5);

        assertThat(AuditEntries.readToolNames(file)).isEqualTo(allNames());
        assertThat(Files.readString(file)).contains("\"was\":\"copied\"");
        log.close();
        assertThat(AuditVerifier.verify(file).lines())
                .isEqualTo(AuditVerifier.verify(file).last());
    }

    @Test
    void a_removed_file_is_detected_without_calls_and_restored() throws Exception {
        Files.delete(file);
        awaitFile();
        writeLines(5);

        assertThat(AuditEntries.readToolNames(file)).isEqualTo(allNames());
        assertThat(problems()).containsExactly("another process changed the files while the guard ran: removed");
    }

    @Test
    void a_removed_file_beyond_the_buffer_stays_detected() throws Exception {
        log.close();
        log = AuditLog.open(AuditSettings.of(file));
        Files.delete(file);
        writeLines(5);
        log.close();
        log = AuditLog.open(AuditSettings.of(file));

        assertThat(AuditEntries.readToolNames(file))
                .containsExactlyElementsOf(allNames().subList(10, 15));
        assertThat(problems())
                .contains("another process changed the files while the guard ran: removed")
                .anyMatch(problem -> problem.startsWith("lines 1 to"));
    }

    @Test
    void a_truncation_is_detected_and_restored() throws IOException {
        truncate(Files.size(file) / 2);
        writeLines(5);

        assertThat(problems()).contains("another process changed the files while the guard ran: cut");
        assertThat(Files.readString(file)).contains("\"name\":\"t10\"").contains("\"name\":\"t15\"");
    }

    @Test
    void a_replaced_file_is_detected_and_continued() throws IOException {
        Path other = directory.resolve("other");
        Files.writeString(other, Files.readString(file).replace("t5\"", "t6\""));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        writeLines(5);

        assertThat(problems()).contains("another process changed the files while the guard ran: replaced");
        assertThat(Files.readString(file)).contains("\"name\":\"t15\"");
    }

    @Test
    void appended_text_is_detected() throws IOException {
        Files.writeString(file, "{\"seq\":12", StandardOpenOption.APPEND);
        writeLines(5);

        assertThat(AuditEntries.readToolNames(file).subList(10, 15))
                .isEqualTo(allNames().subList(10, 15));
        assertThat(problems())
                .contains(
                        "another process changed the files while the guard ran: lengthened",
                        "this line is not an audit entry: it was changed");
    }

    @Test
    void removed_head_and_journal_files_are_detected_and_restored() throws Exception {
        AuditFileSet files = new AuditFileSet(file);
        Files.delete(files.headPath());
        Files.delete(files.journalPath());
        awaitNonEmpty(files.headPath());
        awaitNonEmpty(files.journalPath());
        writeLines(1);

        log.close();
        assertThat(problems())
                .containsExactlyInAnyOrder(
                        "another process changed the files while the guard ran: headRemoved",
                        "another process changed the files while the guard ran: callsRemoved");
    }

    private void awaitFile() throws Exception {
        awaitNonEmpty(file);
    }

    private static void awaitNonEmpty(Path path) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!Files.exists(path) || Files.size(path) == 0) {
            assertThat(System.nanoTime()).as(path + " exists again").isLessThan(end);
            Thread.sleep(20);
        }
    }

    private void truncate(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }
}
