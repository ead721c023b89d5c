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
    private static final int STOPPED_BY_SIGTERM = 143;

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void echo_works_in_every_revision(Revision revision) throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            if (revision.isStateless()) {
                tenon.send(Requests.modern(1, "tools/call", Requests.echo("grüß dich")));
            } else {
                tenon.send(Requests.initialize(7, revision));
                Json handshake = Json.parse(tenon.line());
                assertThat(handshake.get("result").get("protocolVersion").string())
                        .isEqualTo(revision.wireName());
                tenon.send(Requests.initialized());
                tenon.send(Requests.legacy(1, "tools/call", Requests.echo("grüß dich")));
            }
            assertThat(Requests.text(Json.parse(tenon.line()))).isEqualTo("grüß dich");
        }
    }

    @Test
    @Covers({"core/stdio/stdout-only-mcp", "core/stdio/newline-delimited", "core/stdio/stderr-logging"})
    void standard_output_carries_only_messages_whatever_is_printed() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            tenon.send(Requests.modern(1, "tools/call", Requests.call("print", "{\"text\":\"some noise\"}")));
            tenon.send(Requests.modern(2, "tools/call", Requests.call("log", "{}")));
            tenon.send(Requests.modern(3, "resources/read", "\"uri\":\"demo://readme\""));
            tenon.endInput();

            List<String> lines = tenon.remaining();
            assertThat(lines).hasSize(3 + 8).allSatisfy(line -> assertThat(
                            Json.parse(line).get("jsonrpc").string())
                    .isEqualTo("2.0"));
            assertThat(tenon.errors())
                    .contains("some noise")
                    .contains("Tools", "echo")
                    .contains("\"args\":[\"demo\",\"--stdio\"]");
        }
    }

    @Test
    void lines_that_cannot_be_read_end_nothing() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            tenon.send(new byte[] {'{', (byte) 0xC3, '}', '\n', '\n', '\r', '\n'});
            for (String line : List.of("{", "nonsense", "[", "\u0000", "\"\\ud800\"", "{}{}", "NaN")) {
                tenon.send(line);
            }
            tenon.send(Requests.modern(9, "tools/call", Requests.echo("still here")));
            String line = tenon.line();
            while (!line.contains("\"id\":9")) {
                assertThat(line).contains("\"error\"");
                line = tenon.line();
            }
            assertThat(Requests.text(Json.parse(line))).isEqualTo("still here");
        }
    }

    @Test
    @Covers("2026-07-28/stdio/exit-on-eof")
    void the_end_of_input_ends_it_at_once_after_what_was_asked_has_been_answered() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            tenon.send(Requests.modern(1, "tools/call", Requests.echo("first")));
            tenon.line();
            tenon.send(Requests.modern(2, "tools/call", Requests.echo("last")));
            tenon.endInput();
            long start = System.nanoTime();

            assertThat(tenon.exitCode()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(tenon.remaining()).singleElement().asString().contains("last");
            assertThat(tenon.errors()).doesNotContain("Stopping");
        }
    }

    @Test
    void sigterm_ends_it_in_good_order() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--stdio")) {
            tenon.send(Requests.modern(1, "tools/call", Requests.echo("there")));
            tenon.line();
            tenon.terminate();

            assertThat(tenon.exitCode()).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(tenon.errors()).contains("Stopping").endsWith("Stopped.");
            assertThat(tenon.remaining()).isEmpty();
        }
    }

    @Test
    void the_first_answer_waits_for_no_library_that_it_does_not_need(@TempDir Path folder) throws Exception {
        Path classes = folder.resolve("classes");
        try (CliProcess tenon = CliProcess.java(List.of("-Xlog:class+load:file=" + classes), "demo", "--stdio")) {
            tenon.send(Requests.modern(1, "server/discover", ""));
            tenon.line();
            tenon.endInput();
            assertThat(tenon.exitCode()).isZero();
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
