package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.CommandsPage.Example;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the examples of {@code docs/commands.md} in a shell and compares their output. With {@code
 * -Dtenon.docs.write=true} it updates the page instead.
 */
@Tag("exhaustive")
class CommandsPageTest {
    private static final String ADDRESS = "http://127.0.0.1:8080/mcp";
    private static final String VERSION = "0.1.0";

    @TempDir
    static Path folder;

    private static CliProcess server;
    private static String url;

    @BeforeAll
    static void startServer() throws Exception {
        server = CliProcess.start("demo", "--http", "127.0.0.1:0");
        url = server.readLineContaining("  HTTP  ").strip().split(" +")[1];
        Path tenon = folder.resolve("tenon");
        String program = CliProcess.javaCommand(Main.class, List.of("-Dtenon.terminal=PLACE")).stream()
                .map(argument -> "'" + argument + "'")
                .collect(Collectors.joining(" "));
        Files.writeString(tenon, "#!/bin/sh\nexec " + program.replace("PLACE", "'\"$TENON_TERMINAL\"'") + " \"$@\"\n");
        assertThat(tenon.toFile().setExecutable(true)).isTrue();
        if (Boolean.getBoolean("tenon.docs.write")) {
            CommandsPage.update(CommandsPageTest::runExample);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<Example> examples() throws Exception {
        return CommandsPage.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_page_shows_what_is_printed(Example example) throws Exception {
        assertThat(maskVariableParts(runExample(example))).isEqualTo(maskVariableParts(example.output()));
    }

    private static String runExample(Example example) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", example.line().replace(ADDRESS, url));
        Map<String, String> environment = shell.environment();
        environment.remove("COLUMNS");
        environment.put("NO_COLOR", "1");
        environment.put(
                "TENON_TOKENS", folder.resolve("tokens").resolve("tokens.json").toString());
        environment.put("PATH", folder + ":" + environment.get("PATH"));
        environment.put("TENON_TERMINAL", example.typed().isEmpty() ? "" : "02");
        Process process = shell.redirectErrorStream(true).start();
        return captureScreen(process, new ArrayDeque<>(example.typed()))
                .replace(url, ADDRESS)
                .replace("unpackaged", VERSION)
                .stripTrailing();
    }

    /** Returns the contents of the screen at the end, including the input. */
    private static String captureScreen(Process process, Queue<String> typed) throws Exception {
        java.io.ByteArrayOutputStream screen = new java.io.ByteArrayOutputStream();
        try (InputStream out = process.getInputStream();
                OutputStream in = process.getOutputStream()) {
            for (int read = out.read(); read >= 0; read = out.read()) {
                screen.write(read);
                if (!typed.isEmpty() && screen.toString(UTF_8).matches("(?s).*(\\n  .*> |.*cancel] )")) {
                    byte[] line = (typed.remove() + "\n").getBytes(UTF_8);
                    screen.write(line);
                    in.write(line);
                    in.flush();
                }
            }
        }
        process.waitFor();
        return screen.toString(UTF_8);
    }

    private static String maskVariableParts(String text) {
        return text.replaceAll("\\d\\d:\\d\\d:\\d\\d", "00:00:00")
                .replaceAll("(?m)^ *\\d+ ms ", "0 ms ")
                .replaceAll("(?m)^.*BlockedThreadChecker.*\\n?", "");
    }
}
