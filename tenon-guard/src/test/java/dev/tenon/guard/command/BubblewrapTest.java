package dev.tenon.guard.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BubblewrapTest {

    @TempDir
    Path directory;

    @Test
    void the_file_system_is_read_only_homes_are_empty_and_there_is_no_network() {
        SandboxPermissions walls =
                new SandboxPermissions(List.of(Path.of("/data")), List.of(Path.of("/data/out")), false);

        assertThat(command(walls))
                .containsExactly(("/usr/bin/bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL"
                                + " --ro-bind / / --dev /dev --proc /proc --tmpfs /home --tmpfs /tmp --tmpfs /people/ann"
                                + " --ro-bind /work /work --ro-bind /data /data --bind /data/out /data/out"
                                + " --chdir /work -- node server.js")
                        .split(" "));
    }

    @Test
    void the_network_is_shared_where_it_is_allowed() {
        assertThat(command(new SandboxPermissions(List.of(), List.of(), true)))
                .contains("--unshare-all", "--share-net");
    }

    @Test
    void a_command_without_walls_stays_as_it_is() {
        LaunchSpec line = new LaunchSpec(List.of("node"), Path.of("/work"), Map.of(), List.of(), Optional.empty());

        assertThat(new Bubblewrap(Path.of("/usr/bin/bwrap"), Path.of("/home/ann")).wrap(line))
                .containsExactly("node");
    }

    @Test
    void it_is_found_on_the_search_path_and_missed_with_words() throws IOException {
        Path program = Files.createFile(
                directory.resolve("bwrap"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        assertThat(Bubblewrap.find("relative:/nowhere:" + directory)).hasValue(program);
        assertThat(Bubblewrap.find("/nowhere")).isEmpty();
        assertThatThrownBy(() -> Bubblewrap.findOrThrow("/nowhere", directory))
                .isInstanceOf(SandboxMissingException.class)
                .hasMessageContaining("not installed")
                .hasMessageContaining("nothing is started");
    }

    @Test
    void within_the_walls_only_named_folders_are_written_and_homes_are_not_seen() throws Exception {
        Optional<Path> program = Bubblewrap.find("/usr/bin:/bin");
        assumeThat(program).as("bubblewrap is installed").isPresent();
        Path work = Files.createDirectories(directory.resolve("work"));
        Path out = Files.createDirectories(directory.resolve("out"));
        Files.writeString(directory.resolve("secret"), "s");
        String script = "echo in > %s/file; echo x > %s/no; cat %s; ls -A /root /home | grep -v :"
                .formatted(out, work, directory.resolve("secret"));
        LaunchSpec line = new LaunchSpec(
                List.of("/bin/sh", "-c", script),
                work,
                Map.of(),
                List.of(),
                Optional.of(new SandboxPermissions(List.of(), List.of(out), false)));
        Process process = new ProcessBuilder(new Bubblewrap(program.get(), Path.of("/root")).wrap(line))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeThat(said).as("this machine lets programs make namespaces").doesNotContain("bwrap:");

        assertThat(out.resolve("file")).hasContent("in\n");
        assertThat(work.resolve("no")).doesNotExist();
        assertThat(said).contains("No such file").doesNotContain("ssh");
    }

    private static List<String> command(SandboxPermissions walls) {
        Set<Path> there = Set.of(Path.of("/home"), Path.of("/tmp"), Path.of("/people/ann"));
        return new Bubblewrap(Path.of("/usr/bin/bwrap"), Path.of("/people/ann"), there::contains)
                .wrap(new LaunchSpec(
                        List.of("node", "server.js"), Path.of("/work"), Map.of(), List.of(), Optional.of(walls)));
    }
}
