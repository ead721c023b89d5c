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
    private static final Path HERE = Path.of("");

    @TempDir
    Path directory;

    private Path one;
    private Path other;

    @BeforeEach
    void folders() throws IOException {
        one = Files.createDirectory(directory.resolve("one"));
        other = Files.createDirectory(directory.resolve("other"));
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
        Path approved = program(other.resolve("node"));
        String path = one + ":" + other;
        approve(spec(HERE, "node", "/srv/server.js"), path);
        assertThat(authorizeWithoutPrompt(spec(HERE, "node", "/srv/server.js"), path))
                .as("the approved file is started, by its path")
                .containsExactly(approved.toString(), "/srv/server.js");

        program(one.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(HERE, "node", "/srv/server.js"), path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + one.resolve("node"))
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
        Path script = program(other.resolve("npx"), "#!/usr/bin/env -S node --title=npx\nconsole.log(1)\n");
        program(other.resolve("wrapped"), "#!" + script + "\n");
        Path node = program(other.resolve("node"));
        String path = one + ":" + other + ":/usr/bin:/bin";
        LaunchSpec spec = spec(HERE, words.split(" "));
        approve(spec, path);
        assertThat(authorizeWithoutPrompt(spec, path)).hasSameSizeAs(spec.command());
        assertThat(spec.resolvePrograms(path).describe()).contains("\n  runs " + node + "\n");

        program(one.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec, path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + one.resolve("node"));
    }

    /** As {@code docs/guard-commands.md} says: an approval covers the arguments, not the files that a shell finds. */
    @ParameterizedTest
    @ValueSource(strings = {"sh -c", "env -S"})
    void an_approval_does_not_cover_what_a_shell_runs(String shell) throws IOException {
        program(other.resolve("node"));
        String path = one + ":" + other + ":/usr/bin:/bin";
        String[] start = shell.split(" ");
        LaunchSpec spec = spec(HERE, start[0], start[1], "node /srv/server.js");
        approve(spec, path);
        assertThat(spec.resolvePrograms(path).describe()).doesNotContain("/node\n");

        program(one.resolve("node"));
        assertThat(authorizeWithoutPrompt(spec, path)).hasSize(3);

        LaunchSpec changed = spec(HERE, start[0], start[1], "node /srv/other.js");
        assertThatThrownBy(() -> authorizeWithoutPrompt(changed, path)).isInstanceOf(CommandRefusedException.class);
    }

    /** The interpreter of a script is found with the search path of the program itself. */
    @Test
    void the_interpreter_is_found_on_the_search_path_of_the_program() throws IOException {
        program(one.resolve("npx"), "#!/usr/bin/env node\n");
        program(one.resolve("node"));
        Path node = program(other.resolve("node"), "a binary");
        LaunchSpec spec =
                new LaunchSpec(List.of("npx"), HERE, Map.of("PATH", other.toString()), List.of(), Optional.empty());

        assertThat(spec.resolvePrograms(one.toString()).programs()).endsWith(node);
    }

    @Test
    void a_recursive_interpreter_is_resolved_a_limited_number_of_times() throws IOException {
        Path loop = program(one.resolve("loop"), "#!" + one.resolve("loop"));

        assertThat(spec(HERE, "loop").resolvePrograms(one.toString()).programs())
                .hasSize(6)
                .containsOnly(loop);
        program(one.resolve("loop"), "#!");
        assertThat(spec(HERE, "loop").resolvePrograms(one.toString()).programs())
                .startsWith(loop);
    }

    @Test
    void the_same_relative_program_in_another_folder_needs_another_approval() throws IOException {
        program(one.resolve("server"));
        program(other.resolve("server"));
        approve(spec(one, "./server"), "");

        assertThat(authorizeWithoutPrompt(spec(one, "./server"), ""))
                .containsExactly(one.resolve("server").toString());
        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(other, "./server"), ""))
                .isInstanceOf(CommandRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"pom.xml", "./server.js", "../server.js", ".", "--file=pom.xml", "--root=..", "cat <pom.xml|x"})
    void a_relative_path_in_the_arguments_binds_the_folder(String word) {
        LaunchSpec here = spec(HERE, "/bin/sh", word);

        assertThat(here.fingerprints()).as("this folder only").hasSize(1);
        assertThat(here.describe()).contains("in " + HERE.toAbsolutePath());
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
        assertThat(spec(HERE, "/bin/sh", word).fingerprints()).hasSize(2);
        assertThat(spec(HERE, "/bin/sh", word).describe()).contains("wherever the guard is started");
    }

    /** Files that the program creates in its folder do not invalidate the approval. */
    @Test
    void an_approval_stays_valid_when_files_are_created_in_its_folder() throws IOException {
        program(one.resolve("server"));
        LaunchSpec spec = spec(one, "./server", "data.db");
        approve(spec, "");

        Files.createFile(one.resolve("data.db"));

        assertThat(authorizeWithoutPrompt(spec, "")).hasSize(2);
    }

    @Test
    void an_approval_of_a_missing_program_does_not_cover_a_later_one() throws IOException {
        approve(spec(HERE, "node"), one.toString());

        program(one.resolve("node"));

        assertThatThrownBy(() -> authorizeWithoutPrompt(spec(HERE, "node"), one.toString()))
                .isInstanceOf(CommandRefusedException.class);
    }

    @Test
    void files_that_are_not_executable_are_not_programs() throws IOException {
        Files.createFile(one.resolve("node"));
        Files.createDirectory(other.resolve("node"));

        assertThat(ProgramFinder.find("node", directory, one + ":" + other + "::"))
                .isEmpty();
        assertThat(ProgramFinder.find("no\0de", directory, one.toString())).isEmpty();
        assertThat(ProgramFinder.find("sh", directory, "/bin")).contains(Path.of("/bin/sh"));
        program(directory.resolve("node"));
        assertThat(ProgramFinder.find("node", directory, one + ":"))
                .as("an empty folder in the search path is the working directory")
                .contains(directory.resolve("node"));
    }

    /** Issue 20, item 31: the documentation says that on Linux with bubblewrap every process ends with the guard. */
    @Test
    void a_warning_is_logged_once_if_bubblewrap_cannot_make_a_process_namespace() throws IOException {
        program(one.resolve("bwrap"), "#!/bin/sh\nexit 1\n");
        Path node = program(other.resolve("node"));
        CommandAuthorizer authorizer = authorizer(command -> ApprovalPrompt.ApprovalDecision.YES, one + ":" + other);
        try (LogCapture log = new LogCapture()) {
            assertThat(authorizer.authorize(spec(HERE, "node"), false)).containsExactly(node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
            for (int i = 0; i < 2; i++) {
                assertThat(authorizer.authorize(spec(HERE, "node"), true)).containsExactly(node.toString());
            }
            assertThat(log.capturedText())
                    .containsOnlyOnce("may outlive the guard")
                    .contains("pidNamespace: false");
        }
    }

    @Test
    void a_working_bubblewrap_makes_a_process_namespace_without_a_warning() throws IOException {
        Path bwrap = program(one.resolve("bwrap"));
        Path node = program(other.resolve("node"));
        try (LogCapture log = new LogCapture()) {
            assertThat(authorizer(command -> ApprovalPrompt.ApprovalDecision.YES, one + ":" + other)
                            .authorize(spec(HERE, "node"), true))
                    .startsWith(bwrap.toString(), "--unshare-pid", "--die-with-parent")
                    .endsWith("--", node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
        }
    }
}
