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

/** Issue 20, item 25: an approval is for a program file, and for a folder where the words depend on it. */
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

    private CommandAuthorizer launch(ApprovalPrompt consent, String searchPath) {
        return new CommandAuthorizer(
                new CommandApprovalStore(directory.resolve("approved.json")), consent, Map.of("PATH", searchPath));
    }

    private static LaunchSpec line(Path folder, String... words) {
        return new LaunchSpec(List.of(words), folder, Map.of(), List.of(), Optional.empty());
    }

    private void approve(LaunchSpec line, String searchPath) {
        launch(any -> ApprovalPrompt.ApprovalDecision.YES, searchPath).authorize(line, false);
    }

    private List<String> startedUnasked(LaunchSpec line, String searchPath) {
        return launch(ApprovalPrompt.NON_INTERACTIVE, searchPath).authorize(line, false);
    }

    @Test
    void another_program_first_on_the_path_is_another_command() throws IOException {
        Path approved = program(other.resolve("node"));
        String path = one + ":" + other;
        approve(line(HERE, "node", "/srv/server.js"), path);
        assertThat(startedUnasked(line(HERE, "node", "/srv/server.js"), path))
                .as("what was approved is what is started, by its path")
                .containsExactly(approved.toString(), "/srv/server.js");

        program(one.resolve("node"));

        assertThatThrownBy(() -> startedUnasked(line(HERE, "node", "/srv/server.js"), path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + one.resolve("node"))
                .hasMessageContaining("An approval is for this program file");
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
    void another_interpreter_first_on_the_path_is_another_command(String words) throws IOException {
        Path script = program(other.resolve("npx"), "#!/usr/bin/env -S node --title=npx\nconsole.log(1)\n");
        program(other.resolve("wrapped"), "#!" + script + "\n");
        Path node = program(other.resolve("node"));
        String path = one + ":" + other + ":/usr/bin:/bin";
        LaunchSpec line = line(HERE, words.split(" "));
        approve(line, path);
        assertThat(startedUnasked(line, path)).hasSameSizeAs(line.command());
        assertThat(line.resolvePrograms(path).describe()).contains("\n  runs " + node + "\n");

        program(one.resolve("node"));

        assertThatThrownBy(() -> startedUnasked(line, path))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("runs " + one.resolve("node"));
    }

    /** As {@code docs/guard-commands.md} says: the words are bound, and not what a shell finds by them. */
    @ParameterizedTest
    @ValueSource(strings = {"sh -c", "env -S"})
    void an_approval_does_not_see_through_a_shell(String shell) throws IOException {
        program(other.resolve("node"));
        String path = one + ":" + other + ":/usr/bin:/bin";
        String[] start = shell.split(" ");
        LaunchSpec line = line(HERE, start[0], start[1], "node /srv/server.js");
        approve(line, path);
        assertThat(line.resolvePrograms(path).describe()).doesNotContain("/node\n");

        program(one.resolve("node"));
        assertThat(startedUnasked(line, path)).hasSize(3);

        LaunchSpec changed = line(HERE, start[0], start[1], "node /srv/other.js");
        assertThatThrownBy(() -> startedUnasked(changed, path)).isInstanceOf(CommandRefusedException.class);
    }

    /** A script names its interpreter as a search path of the program's own finds it. */
    @Test
    void the_interpreter_is_looked_for_on_the_path_that_the_program_gets() throws IOException {
        program(one.resolve("npx"), "#!/usr/bin/env node\n");
        program(one.resolve("node"));
        Path node = program(other.resolve("node"), "a binary");
        LaunchSpec line =
                new LaunchSpec(List.of("npx"), HERE, Map.of("PATH", other.toString()), List.of(), Optional.empty());

        assertThat(line.resolvePrograms(one.toString()).programs()).endsWith(node);
    }

    @Test
    void an_interpreter_that_names_itself_is_looked_for_a_bounded_number_of_times() throws IOException {
        Path loop = program(one.resolve("loop"), "#!" + one.resolve("loop"));

        assertThat(line(HERE, "loop").resolvePrograms(one.toString()).programs())
                .hasSize(6)
                .containsOnly(loop);
        program(one.resolve("loop"), "#!");
        assertThat(line(HERE, "loop").resolvePrograms(one.toString()).programs())
                .startsWith(loop);
    }

    @Test
    void the_same_relative_program_in_another_folder_is_another_command() throws IOException {
        program(one.resolve("server"));
        program(other.resolve("server"));
        approve(line(one, "./server"), "");

        assertThat(startedUnasked(line(one, "./server"), ""))
                .containsExactly(one.resolve("server").toString());
        assertThatThrownBy(() -> startedUnasked(line(other, "./server"), ""))
                .isInstanceOf(CommandRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"pom.xml", "./server.js", "../server.js", ".", "--file=pom.xml", "--root=..", "cat <pom.xml|x"})
    void a_relative_path_among_the_words_binds_the_folder(String word) {
        LaunchSpec here = line(HERE, "/bin/sh", word);

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
    void words_that_mean_the_same_everywhere_do_not(String word) {
        assertThat(line(HERE, "/bin/sh", word).fingerprints()).hasSize(2);
        assertThat(line(HERE, "/bin/sh", word).describe()).contains("wherever the guard is started");
    }

    /** What the program itself makes in its folder does not end an approval that was given there. */
    @Test
    void an_approval_counts_in_its_folder_whatever_comes_there() throws IOException {
        program(one.resolve("server"));
        LaunchSpec line = line(one, "./server", "data.db");
        approve(line, "");

        Files.createFile(one.resolve("data.db"));

        assertThat(startedUnasked(line, "")).hasSize(2);
    }

    @Test
    void a_program_that_is_not_there_yet_is_not_approved_before_it_is() throws IOException {
        approve(line(HERE, "node"), one.toString());

        program(one.resolve("node"));

        assertThatThrownBy(() -> startedUnasked(line(HERE, "node"), one.toString()))
                .isInstanceOf(CommandRefusedException.class);
    }

    @Test
    void files_that_cannot_be_run_are_not_programs() throws IOException {
        Files.createFile(one.resolve("node"));
        Files.createDirectory(other.resolve("node"));

        assertThat(ProgramFinder.find("node", directory, one + ":" + other + "::"))
                .isEmpty();
        assertThat(ProgramFinder.find("no\0de", directory, one.toString())).isEmpty();
        assertThat(ProgramFinder.find("sh", directory, "/bin")).contains(Path.of("/bin/sh"));
        program(directory.resolve("node"));
        assertThat(ProgramFinder.find("node", directory, one + ":"))
                .as("an empty folder of the search path is the one where the command runs")
                .contains(directory.resolve("node"));
    }

    /** Issue 20, item 31: the page says that on Linux with bubblewrap every process ends with the guard. */
    @Test
    void a_bubblewrap_that_makes_no_process_namespace_is_warned_of_once() throws IOException {
        program(one.resolve("bwrap"), "#!/bin/sh\nexit 1\n");
        Path node = program(other.resolve("node"));
        CommandAuthorizer launch = launch(any -> ApprovalPrompt.ApprovalDecision.YES, one + ":" + other);
        try (LogCapture log = new LogCapture()) {
            assertThat(launch.authorize(line(HERE, "node"), false)).containsExactly(node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
            for (int i = 0; i < 2; i++) {
                assertThat(launch.authorize(line(HERE, "node"), true)).containsExactly(node.toString());
            }
            assertThat(log.capturedText())
                    .containsOnlyOnce("may outlive the guard")
                    .contains("pidNamespace: false");
        }
    }

    @Test
    void a_bubblewrap_that_works_makes_a_process_namespace_without_a_warning() throws IOException {
        Path bwrap = program(one.resolve("bwrap"));
        Path node = program(other.resolve("node"));
        try (LogCapture log = new LogCapture()) {
            assertThat(launch(any -> ApprovalPrompt.ApprovalDecision.YES, one + ":" + other)
                            .authorize(line(HERE, "node"), true))
                    .startsWith(bwrap.toString(), "--unshare-pid", "--die-with-parent")
                    .endsWith("--", node.toString());
            assertThat(log.capturedText()).doesNotContain("may outlive the guard");
        }
    }
}
