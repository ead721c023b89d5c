package dev.tenon.guard.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandApprovalStoreTest {

    private static final LaunchSpec COMMAND = new LaunchSpec(
            List.of("npx", "-y", "thing"), Path.of("/srv"), Map.of("TOKEN", "s3cret"), List.of(), Optional.empty());

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void file() {
        file = directory.resolve("tenon/approved.json");
    }

    @Test
    void an_approval_is_stored_for_the_next_process() {
        assertThat(new CommandApprovalStore(file).isApproved(COMMAND)).isFalse();

        new CommandApprovalStore(file).approve(COMMAND);

        assertThat(new CommandApprovalStore(file).isApproved(COMMAND)).isTrue();
    }

    @Test
    void any_difference_makes_another_command() {
        CommandApprovalStore approvals = new CommandApprovalStore(file);
        approvals.approve(COMMAND);

        assertThat(approvals.isApproved(newSpec(List.of("npx", "-y", "thing", "x"), "/srv", "s3cret")))
                .isFalse();
        assertThat(approvals.isApproved(newSpec(List.of("npx", "-y thing"), "/srv", "s3cret")))
                .isFalse();
        assertThat(approvals.isApproved(newSpec(COMMAND.command(), "/other", "s3cret")))
                .isFalse();
        assertThat(approvals.isApproved(newSpec(COMMAND.command(), "/srv", "other")))
                .isFalse();
        assertThat(approvals.isApproved(new LaunchSpec(
                        COMMAND.command(),
                        COMMAND.directory(),
                        COMMAND.environment(),
                        List.of(),
                        Optional.of(new SandboxSettings(List.of(), List.of(), true)))))
                .isFalse();
    }

    /** Issue 20, "it holds": a program inherits only variables of the guard that its approval names. */
    @Test
    void a_command_that_inherits_other_variables_is_another_command() {
        CommandApprovalStore approvals = new CommandApprovalStore(file);
        approvals.approve(COMMAND);
        assertThat(approvals.isApproved(withInheritedVariables("AWS_SECRET_ACCESS_KEY")))
                .isFalse();

        approvals.approve(withInheritedVariables("AWS_SECRET_ACCESS_KEY", "HTTPS_PROXY"));

        assertThat(approvals.isApproved(withInheritedVariables("HTTPS_PROXY", "AWS_SECRET_ACCESS_KEY")))
                .isTrue();
        assertThat(approvals.isApproved(withInheritedVariables("HTTPS_PROXY"))).isFalse();
        assertThat(withInheritedVariables("HTTPS_PROXY", "A\nB").describe())
                .isEqualTo("npx -y thing\n  in /srv\n  with TOKEN\n  inherits A\\u000aB, HTTPS_PROXY\n"
                        + "  ! thing: runs a package without an exact version: its code may change at any time"
                        + " (command.unpinned)");
    }

    /** The hash that versions without inherited variables wrote. */
    @Test
    void an_older_approval_of_a_command_that_inherits_nothing_stays_valid() {
        assertThat(COMMAND.fingerprints())
                .singleElement()
                .asString()
                .endsWith("d093abd3c741c2294b7f10b06194c3099468771bfade03b28c0ddb7b2fef849c");
    }

    private static LaunchSpec withInheritedVariables(String... variables) {
        return new LaunchSpec(
                COMMAND.command(), COMMAND.directory(), COMMAND.environment(), List.of(variables), COMMAND.sandbox());
    }

    @Test
    void only_the_owner_can_read_the_file_and_it_contains_no_secret() throws IOException {
        new CommandApprovalStore(file).approve(COMMAND);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("thing").doesNotContain("s3cret");
    }

    @Test
    void a_file_that_others_may_write_is_not_trusted() throws IOException {
        new CommandApprovalStore(file).approve(COMMAND);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThatThrownBy(() -> new CommandApprovalStore(file).isApproved(COMMAND))
                .isInstanceOf(ApprovalFileException.class)
                .hasMessageContaining("chmod 600");
    }

    @Test
    void a_malformed_file_is_reported() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "broken");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(() -> new CommandApprovalStore(file).isApproved(COMMAND))
                .hasMessageContaining("Remove the file");
    }

    @Test
    void a_command_is_described_exactly_with_its_risks_and_without_secrets() {
        LaunchSpec spec = newSpec(List.of("sh", "-c", "it's \u202e"), "/srv", "s3cret");

        assertThat(spec.describe()).isEqualTo("""
                sh -c 'it'\\''s \\u202e'
                  in /srv
                  with TOKEN
                  ! it's \\u202e: contains invisible characters (command.hidden)
                  ! sh: runs a shell, which interprets its arguments as a script (command.shell)""");
    }

    private static LaunchSpec newSpec(List<String> command, String directory, String token) {
        return new LaunchSpec(command, Path.of(directory), Map.of("TOKEN", token), List.of(), Optional.empty());
    }
}
