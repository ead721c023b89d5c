package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StdioDemoTest {
    private static final int SIGTERM_EXIT_CODE = 143;

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void echo_works_in_every_revision(Revision revision) throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            if (revision.isStateless()) {
                tenon.send(RequestLines.createStatelessRequest(
                        1, "tools/call", RequestLines.createEchoParams("grüß dich")));
            } else {
                tenon.send(RequestLines.createInitialize(7, revision));
                Json handshake = Json.parse(tenon.readLine());
                assertThat(handshake.get("result").get("protocolVersion").string())
                        .isEqualTo(revision.wireName());
                tenon.send(RequestLines.createInitialized());
                tenon.send(
                        RequestLines.createSessionRequest(1, "tools/call", RequestLines.createEchoParams("grüß dich")));
            }
            assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).isEqualTo("grüß dich");
        }
    }

    @Test
    @Covers({"core/stdio/stdout-only-mcp", "core/stdio/newline-delimited", "core/stdio/stderr-logging"})
    void standard_output_contains_only_messages() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            tenon.send(RequestLines.createStatelessRequest(
                    1, "tools/call", RequestLines.createCallParams("print", "{\"text\":\"some noise\"}")));
            tenon.send(
                    RequestLines.createStatelessRequest(2, "tools/call", RequestLines.createCallParams("log", "{}")));
            tenon.send(RequestLines.createStatelessRequest(3, "resources/read", "\"uri\":\"demo://readme\""));
            tenon.closeInput();

            List<String> lines = tenon.readRemainingLines();
            assertThat(lines).hasSize(3 + 8).allSatisfy(line -> assertThat(
                            Json.parse(line).get("jsonrpc").string())
                    .isEqualTo("2.0"));
            assertThat(tenon.errorOutput())
                    .contains("some noise")
                    .contains("Tools", "echo")
                    .contains("\"args\":[\"demo\",\"--stdio\"]");
        }
    }

    @Test
    void malformed_lines_do_not_end_the_server() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            tenon.send(new byte[] {'{', (byte) 0xC3, '}', '\n', '\n', '\r', '\n'});
            for (String line : List.of("{", "nonsense", "[", "\u0000", "\"\\ud800\"", "{}{}", "NaN")) {
                tenon.send(line);
            }
            tenon.send(
                    RequestLines.createStatelessRequest(9, "tools/call", RequestLines.createEchoParams("still here")));
            String line = tenon.readLine();
            while (!line.contains("\"id\":9")) {
                assertThat(line).contains("\"error\"");
                line = tenon.readLine();
            }
            assertThat(RequestLines.readText(Json.parse(line))).isEqualTo("still here");
        }
    }

    @Test
    @Covers("2026-07-28/stdio/exit-on-eof")
    void the_end_of_input_stops_the_server_after_pending_responses() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            tenon.send(RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createEchoParams("first")));
            tenon.readLine();
            tenon.send(RequestLines.createStatelessRequest(2, "tools/call", RequestLines.createEchoParams("last")));
            tenon.closeInput();
            long start = System.nanoTime();

            assertThat(tenon.waitFor()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(tenon.readRemainingLines()).singleElement().asString().contains("last");
            assertThat(tenon.errorOutput()).doesNotContain("Stopping");
        }
    }

    @Test
    void sigterm_stops_the_server_gracefully() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--stdio")) {
            tenon.send(RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createEchoParams("there")));
            tenon.readLine();
            tenon.terminate();

            assertThat(tenon.waitFor()).isEqualTo(SIGTERM_EXIT_CODE);
            assertThat(tenon.errorOutput()).contains("Stopping").endsWith("Stopped.");
            assertThat(tenon.readRemainingLines()).isEmpty();
        }
    }

    @Test
    void the_first_response_loads_no_optional_library(@TempDir Path folder) throws Exception {
        Path classes = folder.resolve("classes");
        try (CliProcess tenon =
                CliProcess.startWithJvmOptions(List.of("-Xlog:class+load:file=" + classes), "demo", "--stdio")) {
            tenon.send(RequestLines.createStatelessRequest(1, "server/discover", ""));
            tenon.readLine();
            tenon.closeInput();
            assertThat(tenon.waitFor()).isZero();
        }
        assertThat(Files.readString(classes, UTF_8))
                .contains("dev.tenon.cli.Main")
                .doesNotContain(
                        "picocli.",
                        "dev.tenon.client.",
                        "dev.tenon.cli.client.",
                        "com.networknt.",
                        "io.vertx.",
                        "io.netty.");
    }
}
