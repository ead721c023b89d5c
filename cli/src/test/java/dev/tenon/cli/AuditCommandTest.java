package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

    @TempDir
    Path directory;

    @Test
    @Tag("exhaustive")
    void intact_and_changed_audits_are_reported() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        AuditLog.open(AuditSettings.of(file)).close();

        CommandResult intact = CommandResult.run("audit", "verify", file.toString());
        assertThat(intact.out()).startsWith("lines 1 to 1: whole\nlast hash: ");
        assertThat(intact.exitCode()).isZero();

        Files.writeString(file, Files.readString(file).replace("opened", "closed"));
        CommandResult changed = CommandResult.run("audit", "verify", file.toString());
        assertThat(changed.out()).startsWith(file + ":1: this line was changed").contains("lines 1 to 1: NOT whole");
        assertThat(changed.exitCode()).isEqualTo(1);
    }

    /** Issue 20, item 18: files deleted by log rotation are a problem unless {@code --from} is given. */
    @Test
    @Tag("exhaustive")
    void lines_that_log_rotation_deleted_may_be_missing_with_from() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        AuditLog.open(AuditSettings.of(file)).close();
        Path old = Files.move(file, directory.resolve("audit.jsonl.1"));
        AuditLog.open(AuditSettings.of(file)).close();
        Files.delete(old);

        assertThat(CommandResult.run("audit", "verify", file.toString()).exitCode())
                .isEqualTo(1);
        CommandResult from = CommandResult.run("audit", "verify", "--from=2", file.toString());
        assertThat(from.out()).startsWith("note: The audit begins with line 2").contains("lines 2 to 2: whole");
        assertThat(from.exitCode()).isZero();
    }

    @Test
    void a_missing_file_is_reported() throws Exception {
        CommandResult run =
                CommandResult.run("audit", "verify", directory.resolve("none").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("tenon: There is no audit file");
    }
}
