package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditVerifierTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeTenLines() {
        file = directory.resolve("audit.jsonl");
        AuditEntries.writeLog(file, 10, 1 << 20);
    }

    @Test
    void an_unchanged_file_is_intact() {
        AuditReport report = AuditVerifier.verify(file);

        assertThat(report.isIntact()).isTrue();
        assertThat(report.notes()).isEmpty();
        assertThat(report.first()).isEqualTo(1);
        assertThat(report.last()).isEqualTo(10);
        assertThat(report.hash()).hasSize(64);
    }

    @Test
    void a_changed_line_is_detected() throws IOException {
        edit(lines -> lines.set(4, lines.get(4).replace("tool5", "tool6")));

        assertThat(problems())
                .containsExactly("6: the line before this one was changed, or this line's hash of it was");
    }

    @Test
    void a_changed_last_line_is_detected() throws IOException {
        edit(lines -> lines.set(9, lines.get(9).replace("tool10", "tool11")));

        assertThat(problems()).containsExactly("10: this line was changed: its hash differs from the recorded one");
    }

    @Test
    void an_invalid_line_is_reported_once() throws IOException {
        edit(lines -> lines.set(4, "garbage"));

        assertThat(problems()).containsExactly("5: this line is not an audit entry: it was changed");
    }

    @Test
    void removed_lines_are_detected() throws IOException {
        edit(lines -> lines.subList(3, 6).clear());

        assertThat(problems()).containsExactly("4: lines 4 to 6 of the chain are missing before this one");
    }

    @Test
    void reordered_lines_are_detected() throws IOException {
        edit(lines -> Collections.swap(lines, 3, 4));

        assertThat(problems()).isNotEmpty().anyMatch(p -> p.contains("were reordered"));
    }

    @Test
    void a_repeated_line_is_detected() throws IOException {
        edit(lines -> lines.add(5, lines.get(4)));

        assertThat(problems()).anyMatch(p -> p.startsWith("6: this line is number 5 of the chain where 6 is expected"));
    }

    @Test
    void a_truncated_end_is_detected() throws IOException {
        edit(lines -> lines.subList(8, 10).clear());

        assertThat(problems())
                .containsExactly(
                        "0: the end is cut off: line 10 of the chain was written, but 8 is the last that is here");
    }

    @Test
    void a_removed_beginning_is_detected() throws IOException {
        edit(lines -> lines.subList(0, 2).clear());

        assertThat(problems()).containsExactly("1: lines 1 to 2 of the chain are missing before this one");
    }

    @Test
    void a_file_deleted_by_the_guard_is_noted_and_another_is_detected() throws IOException {
        try (AuditLog log = AuditLog.open(new AuditSettings(file, 2000, 3, true, false))) {
            for (int i = 0; i < 30; i++) {
                AuditEntries.appendLine(log, AuditEntries.lineFor("t"));
            }
        }
        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(report.notes()).singleElement().asString().contains("files before it are not here");

        Files.delete(new AuditFileSet(file).rotated().get(0));
        assertThat(problems()).singleElement().asString().contains("are missing before this one");
    }

    @Test
    void an_empty_file_is_truncated() throws IOException {
        Files.write(file, new byte[0]);

        assertThat(problems()).singleElement().asString().contains("the end is cut off");
    }

    @Test
    void a_removed_file_in_the_middle_is_detected() throws IOException {
        AuditEntries.writeLog(file, 60, 4096);
        List<Path> rotated = new AuditFileSet(file).rotated();
        Files.delete(rotated.get(2));

        assertThat(problems()).singleElement().asString().contains("are missing before this one");
        assertThat(AuditVerifier.verify(file).problems().get(0).file()).isEqualTo(rotated.get(3));
    }

    @Test
    void a_rotated_file_that_ends_within_a_line_is_detected() throws IOException {
        AuditEntries.writeLog(file, 60, 4096);
        Path second = new AuditFileSet(file).rotated().get(1);
        byte[] bytes = Files.readAllBytes(second);
        Files.write(second, java.util.Arrays.copyOf(bytes, bytes.length - 5));

        assertThat(problems()).anyMatch(p -> p.contains("cut off, though files follow"));
    }

    @Test
    void a_removed_head_file_is_detected() throws IOException {
        Files.delete(new AuditFileSet(file).headPath());

        assertThat(problems())
                .singleElement()
                .asString()
                .contains("the note audit.jsonl.head of the last line is missing");
    }

    @Test
    void a_missing_file_is_an_error() {
        assertThatThrownBy(() -> AuditVerifier.verify(directory.resolve("none")))
                .isInstanceOf(AuditException.class)
                .hasMessageContaining("There is no audit file");
    }

    private void edit(Consumer<List<String>> change) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        change.accept(lines);
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private List<String> problems() {
        return AuditVerifier.verify(file).problems().stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }
}
