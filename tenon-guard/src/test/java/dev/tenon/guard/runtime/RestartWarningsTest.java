package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.config.GuardConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code docs/guard-config.md} says of a file that changes: the log names what counts from the next start on. */
class RestartWarningsTest {
    private static final String FILE = """
            version: 1
            front: {http: 127.0.0.1:8080, path: /mcp}
            upstreams:
              files: {command: [node, server.js], path: /files}
            limits: {messageSize: 1MB}
            audit: {file: audit.jsonl}
            telemetry: {prometheus: 127.0.0.1:9464}
            """;

    private static final Map<String, String[]> CHANGES = Map.of(
            "audit", new String[] {"audit.jsonl", "other.jsonl"},
            "front", new String[] {":8080", ":8081"},
            "limits in front", new String[] {"1MB", "2MB"},
            "paths of endpoints", new String[] {"/files", "/other"},
            "telemetry", new String[] {":9464", ":9465"});

    @Test
    void each_part_that_waits_for_the_next_start_is_named() {
        CHANGES.forEach((part, words) -> assertThat(logged(FILE.replace(words[0], words[1])))
                .contains("will count from the next start on: " + part + System.lineSeparator()));
    }

    @Test
    void all_of_them_are_named_together() {
        String all = FILE.replace("1MB", "2MB").replace(":9464", ":9465");
        assertThat(logged(all)).contains("from the next start on: limits in front, telemetry");
    }

    @Test
    void what_is_in_force_at_once_is_not_named() {
        assertThat(logged(FILE.replace("server.js", "other.js"))).doesNotContain("next start");
    }

    private static String logged(String after) {
        try (LogCapture log = new LogCapture()) {
            RestartWarnings.logIfNeeded(config(FILE), config(after));
            return log.capturedText();
        }
    }

    private static GuardConfig config(String text) {
        return GuardConfig.parse("guard.yaml", text, Path.of("/etc/tenon"));
    }
}
