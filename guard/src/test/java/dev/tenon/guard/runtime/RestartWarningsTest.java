package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** As {@code docs/guard-config.md} says: the log names changes that require a restart. */
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
            "downstream limits", new String[] {"1MB", "2MB"},
            "endpoint paths", new String[] {"/files", "/other"},
            "telemetry", new String[] {":9464", ":9465"});

    @Test
    void each_section_that_requires_a_restart_is_named() {
        CHANGES.forEach((section, change) -> assertThat(logOfChangeTo(FILE.replace(change[0], change[1])))
                .contains("require a restart: sections=" + section + System.lineSeparator()));
    }

    @Test
    void all_sections_are_named_together() {
        String all = FILE.replace("1MB", "2MB").replace(":9464", ":9465");
        assertThat(logOfChangeTo(all)).contains("require a restart: sections=downstream limits, telemetry");
    }

    @Test
    void immediate_changes_are_not_named() {
        assertThat(logOfChangeTo(FILE.replace("server.js", "other.js"))).doesNotContain("restart");
    }

    private static String logOfChangeTo(String after) {
        try (LogCapture log = new LogCapture()) {
            RestartWarnings.logIfNeeded(config(FILE), config(after));
            return log.capturedText();
        }
    }

    private static GuardConfig config(String text) {
        return GuardConfigFile.parse("guard.yaml", text, Path.of("/etc/tenon"));
    }
}
