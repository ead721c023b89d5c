package dev.tenon.guard.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.support.LogCapture;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 25: an approval covers a program file, and a folder if the arguments depend on it. */
class CommandAuthorizerTest {
    private static final Path WORK_DIR = Path.of("");

    @TempDir
    Path directory;

    private Path first;
    private Path second;

    @BeforeEach
    void createFolders() throws IOException {
        first = Files.createDirectory(directory.resolve("one"));
        second = Files.createDirectory(directory.resolve("other"));
    }

    private static Path program(Path file) throws IOException {
        return program(file, "#!/bin/sh\n");
    }

    private static Path program(Path file, String content) throws IOException {
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private CommandAuthorizer authorizer(ApprovalPrompt prompt, String searchPath) {
        return new CommandAuthorizer(
                new CommandApprovalStore(directory.resolve("approved.json")), prompt, Map.of("PATH", searchPath));
    }

    private static LaunchSpec spec(Path folder, String... words) {
        return new LaunchSpec(List.of(words), folder, Map.of(), List.of(), Optional.empty());
    }

    private void approve(LaunchSpec spec, String searchPath) {
        authorizer(command -> ApprovalPrompt.ApprovalDecision.YES, searchPath).authorize(spec, false);
    }

    private List<String> authorizeWithoutPrompt(LaunchSpec spec, String searchPath) {
        return authorizer(ApprovalPrompt.NON_INTERACTIVE, searchPath).authorize(spec, false);
    }

    @Test
    void another_program_first_on_the_path_needs_another_approval() throws IOException {
        Path approved = program(second.resolve("node"));
        String path = first + ":" + second;
        approve(spec(WORK_DIR, "node", "/srv/server.js"), path);
        assertThat(authorizeWithoutPrompt(spec(WORK_DIR, "node", "/srv/server.js"), path))
                .as("the approved file is started, by its path")
                .containsExactly(approved.toString(), "/srv/server.js");

        program(first.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(WORK_DIR, "node", "/srv/server.js"), path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + first.resolve("node"))
                .hasMessageContaining("An approval covers this program file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npx -y some-server",
                "env A=b -u PATH_INFO node /srv/server.js",
                "nice -n 5 env -i node /srv/server.js",
                "timeout --signal KILL --kill-after 5 60 node /srv/server.js",
                "stdbuf --output L node /srv/server.js",
                "time -f %e node /srv/server.js",
                "wrapped"
            })
    void another_interpreter_first_on_the_path_needs_another_approval(String words) throws IOException {
        Path script = program(second.resolve("npx"), "#!/usr/bin/env -S node --title=npx\nconsole.log(1)\n");
        program(second.resolve("wrapped"), "#!" + script + "\n");
        Path node = program(second.resolve("node"));
        String path = first + ":" + second + ":/usr/bin:/bin";
        LaunchSpec spec = spec(WORK_DIR, words.split(" "));
        approve(spec, path);
        assertThat(authorizeWithoutPrompt(spec, path)).hasSameSizeAs(spec.command());
        assertThat(spec.resolvePrograms(path).describe()).contains("\n  runs " + node + "\n");

        program(first.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec, path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + first.resolve("node"));
    }

    /** As {@code docs/guard-commands.md} says: an approval covers the arguments, not the files that a shell finds. */
    @ParameterizedTest
    @ValueSource(strings = {"sh -c", "env -S"})
    void an_approval_does_not_cover_what_a_shell_runs(String shell) throws IOException {
        program(second.resolve("node"));
        String path = first + ":" + second + ":/usr/bin:/bin";
        String[] start = shell.split(" ");
        LaunchSpec spec = spec(WORK_DIR, start[0], start[1], "node /srv/server.js");
        approve(spec, path);
        assertThat(spec.resolvePrograms(path).describe()).doesNotContain("/node\n");

        program(first.resolve("node"));
        assertThat(authorizeWithoutPrompt(spec, path)).hasSize(3);

        LaunchSpec changed = spec(WORK_DIR, start[0], start[1], "node /srv/other.js");
        assertThatThrownBy(() -> authorizeWithoutPrompt(changed, path)).isInstanceOf(CommandRefusedException.class);
    }

    /** The interpreter of a script is found with the search path of the program itself. */
    @Test
    void the_interpreter_is_found_on_the_search_path_of_the_program() throws IOException {
        program(first.resolve("npx"), "#!/usr/bin/env node\n");
        program(first.resolve("node"));
        Path node = program(second.resolve("node"), "a binary");
        LaunchSpec spec = new LaunchSpec(
                List.of("npx"), WORK_DIR, Map.of("PATH", second.toString()), List.of(), Optional.empty());

        assertThat(spec.resolvePrograms(first.toString()).programs()).endsWith(node);
    }

    @Test
    void a_recursive_interpreter_is_resolved_a_limited_number_of_times() throws IOException {
        Path loop = program(first.resolve("loop"), "#!" + first.resolve("loop"));

        assertThat(spec(WORK_DIR, "loop").resolvePrograms(first.toString()).programs())
                .hasSize(6)
                .containsOnly(loop);
        program(first.resolve("loop"), "#!");
        assertThat(spec(WORK_DIR, "loop").resolvePrograms(first.toString()).programs())
                .startsWith(loop);
    }

    @Test
    void the_same_relative_program_in_another_folder_needs_another_approval() throws IOException {
        program(first.resolve("server"));
        program(second.resolve("server"));
        approve(spec(first, "./server"), "");

        assertThat(authorizeWithoutPrompt(spec(first, "./server"), ""))
                .containsExactly(first.resolve("server").toString());
        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(second, "./server"), ""))
                .isInstanceOf(CommandRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"pom.xml", "./server.js", "../server.js", ".", "--file=pom.xml", "--root=..", "cat <pom.xml|x"})
    void a_relative_path_in_the_arguments_binds_the_folder(String word) {
        LaunchSpec spec = spec(WORK_DIR, "/bin/sh", word);

        assertThat(spec.fingerprints()).as("this folder only").hasSize(1);
        assertThat(spec.describe()).contains("in " + WORK_DIR.toAbsolutePath());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/data",
                "-y",
                "@scope/server@1.2.3",
                "https://example.com/a/b",
                "--root=/data",
                "not-in-here",
                "." + "hidden-not-in-here"
            })
    void arguments_that_mean_the_same_everywhere_do_not_bind_the_folder(String word) {
        assertThat(spec(WORK_DIR, "/bin/sh", word).fingerprints()).hasSize(2);
        assertThat(spec(WORK_DIR, "/bin/sh", word).describe()).contains("wherever the guard is started");
    }

    /** Files that the program creates in its folder do not invalidate the approval. */
    @Test
    void an_approval_stays_valid_when_files_are_created_in_its_folder() throws IOException {
        program(first.resolve("server"));
        LaunchSpec spec = spec(first, "./server", "data.db");
        approve(spec, "");

        Files.createFile(first.resolve("data.db"));

        assertThat(authorizeWithoutPrompt(spec, "")).hasSize(2);
    }

    @Test
    void an_approval_of_a_missing_program_does_not_cover_a_later_one() throws IOException {
        approve(spec(WORK_DIR, "node"), first.toString());

        program(first.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(WORK_DIR, "node"), first.toString()))
                .isInstanceOf(CommandRefusedException.class);
    }

    @Test
    void files_that_are_not_executable_are_not_programs() throws IOException {
        Files.createFile(first.resolve("node"));
        Files.createDirectory(second.resolve("node"));

        assertThat(ProgramFinder.find("node", directory, first + ":" + second + "::"))
                .isEmpty();
        assertThat(ProgramFinder.find("no\0de", directory, first.toString())).isEmpty();
        assertThat(ProgramFinder.find("sh", directory, "/bin")).contains(Path.of("/bin/sh"));
        program(directory.resolve("node"));
        assertThat(ProgramFinder.find("node", directory, first + ":"))
                .as("an empty folder in the search path is the working directory")
                .contains(directory.resolve("node"));
    }

    /** Issue 20, item 31: the documentation says that on Linux with bubblewrap every process ends with the guard. */
    @Test
    void a_warning_is_logged_once_if_bubblewrap_cannot_make_a_process_namespace() throws IOException {
        program(first.resolve("bwrap"), "#!/bin/sh\nexit 1\n");
        Path node = program(second.resolve("node"));
        CommandAuthorizer authorizer = authorizer(command -> ApprovalPrompt.ApprovalDecision.YES, first + ":" + second);
        try (LogCapture log = new LogCapture()) {
            assertThat(authorizer.authorize(spec(WORK_DIR, "node"), false)).containsExactly(node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
            for (int i = 0; i < 2; i++) {
                assertThat(authorizer.authorize(spec(WORK_DIR, "node"), true)).containsExactly(node.toString());
            }
            assertThat(log.capturedText())
                    .containsOnlyOnce("may outlive the guard")
                    .contains("pidNamespace: false");
        }
    }

    @Test
    void a_working_bubblewrap_makes_a_process_namespace_without_a_warning() throws IOException {
        Path bwrap = program(first.resolve("bwrap"));
        Path node = program(second.resolve("node"));
        try (LogCapture log = new LogCapture()) {
            assertThat(authorizer(command -> ApprovalPrompt.ApprovalDecision.YES, first + ":" + second)
                            .authorize(spec(WORK_DIR, "node"), true))
                    .startsWith(bwrap.toString(), "--unshare-pid", "--die-with-parent")
                    .endsWith("--", node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
        }
    }
}
