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
    void the_file_system_is_read_only_home_folders_are_empty_and_the_network_is_unavailable() {
        SandboxSettings permissions =
                new SandboxSettings(List.of(Path.of("/data")), List.of(Path.of("/data/out")), false);

        assertThat(command(permissions))
                .containsExactly(("/usr/bin/bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL"
                                + " --ro-bind / / --dev /dev --proc /proc --tmpfs /home --tmpfs /tmp --tmpfs /people/ann"
                                + " --ro-bind /work /work --ro-bind /data /data --bind /data/out /data/out"
                                + " --chdir /work -- node server.js")
                        .split(" "));
    }

    @Test
    void the_network_is_available_if_permitted() {
        assertThat(command(new SandboxSettings(List.of(), List.of(), true))).contains("--unshare-all", "--share-net");
    }

    @Test
    void a_command_without_a_sandbox_is_unchanged() {
        LaunchSpec spec = new LaunchSpec(List.of("node"), Path.of("/work"), Map.of(), List.of(), Optional.empty());

        assertThat(new Bubblewrap(Path.of("/usr/bin/bwrap"), Path.of("/home/ann")).wrapIfSandboxed(spec))
                .containsExactly("node");
    }

    @Test
    void it_is_found_on_the_search_path_or_reported_as_missing() throws IOException {
        Path program = Files.createFile(
                directory.resolve("bwrap"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        assertThat(Bubblewrap.find("relative:/nowhere:" + directory)).hasValue(program);
        assertThat(Bubblewrap.find("/nowhere")).isEmpty();
        assertThatThrownBy(() -> Bubblewrap.findOrThrow("/nowhere", directory))
                .isInstanceOf(SandboxMissingException.class)
                .hasMessageContaining("not installed")
                .hasMessageContaining("was not started");
    }

    @Test
    void in_the_sandbox_only_permitted_folders_are_writable_and_home_folders_are_hidden() throws Exception {
        Optional<Path> program = Bubblewrap.find("/usr/bin:/bin");
        assumeThat(program).as("bubblewrap is installed").isPresent();
        Path work = Files.createDirectories(directory.resolve("work"));
        Path out = Files.createDirectories(directory.resolve("out"));
        Files.writeString(directory.resolve("secret"), "s");
        String script = "echo in > %s/file; echo x > %s/no; cat %s; ls -A /root /home | grep -v :"
                .formatted(out, work, directory.resolve("secret"));
        LaunchSpec spec = new LaunchSpec(
                List.of("/bin/sh", "-c", script),
                work,
                Map.of(),
                List.of(),
                Optional.of(new SandboxSettings(List.of(), List.of(out), false)));
        Process process = new ProcessBuilder(new Bubblewrap(program.get(), Path.of("/root")).wrapIfSandboxed(spec))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeThat(output).as("programs may create namespaces on this machine").doesNotContain("bwrap:");

        assertThat(out.resolve("file")).hasContent("in\n");
        assertThat(work.resolve("no")).doesNotExist();
        assertThat(output).contains("No such file").doesNotContain("ssh");
    }

    private static List<String> command(SandboxSettings permissions) {
        Set<Path> existing = Set.of(Path.of("/home"), Path.of("/tmp"), Path.of("/people/ann"));
        return new Bubblewrap(Path.of("/usr/bin/bwrap"), Path.of("/people/ann"), existing::contains)
                .wrapIfSandboxed(new LaunchSpec(
                        List.of("node", "server.js"), Path.of("/work"), Map.of(), List.of(), Optional.of(permissions)));
    }
}
