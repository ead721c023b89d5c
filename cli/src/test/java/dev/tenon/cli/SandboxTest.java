package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.json.Json;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenon guard --sandbox} with a real bubblewrap. */
class SandboxTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void requireBubblewrap() throws InterruptedException {
        assumeTrue(canCreateSandbox(), "bubblewrap (bwrap) is not installed, or may not create sandboxes here");
    }

    private static boolean canCreateSandbox() throws InterruptedException {
        try {
            return new ProcessBuilder("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the report of a sandboxed server with these permissions. */
    private String runProbe(String... allowed) throws Exception {
        Files.writeString(folder.resolve("secret.txt"), "secret");
        try (ServerSocket serverSocket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            List<String> arguments = new ArrayList<>(List.of("guard", "--yes", "--sandbox"));
            // The classes of the server and the JDK can be in a home directory.
            Stream.of(CliProcess.classPath().split(File.pathSeparator))
                    .filter(entry -> !entry.isEmpty())
                    .forEach(entry -> arguments.addAll(List.of("--allow-read", entry)));
            arguments.addAll(List.of("--allow-read", System.getProperty("java.home")));
            arguments.addAll(List.of(allowed));
            arguments.add("--");
            arguments.addAll(CliProcess.javaCommand(
                    SandboxProbeServer.class,
                    List.of(),
                    folder.toString(),
                    String.valueOf(serverSocket.getLocalPort())));
            try (CliProcess tenon = CliProcess.start(arguments.toArray(String[]::new))) {
                tenon.send(RequestLines.createStatelessRequest(1, "tools/call", "\"name\":\"look\",\"arguments\":{}"));
                return RequestLines.readText(Json.parse(tenon.readLine()));
            }
        }
    }

    @Test
    @Tag("exhaustive")
    void a_program_reaches_neither_files_nor_the_network() throws Exception {
        String report = runProbe();
        assertThat(report).startsWith("reads false").endsWith("connects false");
        assertThat(folder.resolve("left.txt")).doesNotExist();
    }

    @Test
    @Tag("exhaustive")
    void it_reads_what_it_may_read() throws Exception {
        assertThat(runProbe("--allow-read", folder.toString())).isEqualTo("reads true, writes false, connects false");
    }

    @Test
    @Tag("exhaustive")
    void it_writes_and_connects_where_it_may() throws Exception {
        assertThat(runProbe("--allow-write", folder.toString(), "--allow-network"))
                .isEqualTo("reads true, writes true, connects true");
        assertThat(folder.resolve("left.txt")).hasContent("here");
    }
}
