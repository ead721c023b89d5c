package dev.tenon.guard.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImplementationDetailDetectorTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cannot invoke \"java.util.Map.get(Object)\" because it is null",
                "java.lang.IllegalStateException: no",
                "oops\n\tat com.example.Main.main(Main.java:12)",
                "at Object.<anonymous> (/srv/app/index.js:10:5)",
                "failed at async file:///srv/app/index.js:10:5",
                "Traceback (most recent call last):",
                "File \"/srv/app.py\", line 12",
                "panic: runtime error",
                "io.modelcontextprotocol.spec.McpSchema$GetPromptRequest",
                "sqlalchemy.exc.OperationalError"
            })
    void implementation_details_are_detected(String text) {
        assertThat(ImplementationDetailDetector.detects(text)).isTrue();
        assertThat(ImplementationDetailDetector.detects(Json.of(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Unknown tool: com.example.Search",
                "Meet me at noon (or later)",
                "Invalid params: params.name: required",
                "The file a.java was not found",
                "MCP error -32602: Resource demo://resource/nowhere not found",
                "Error: no such city",
                ""
            })
    void ordinary_texts_are_not_detected(String text) {
        assertThat(ImplementationDetailDetector.detects(text)).isFalse();
        assertThat(ImplementationDetailDetector.detects(Json.of(text))).isFalse();
    }

    @Test
    void a_very_long_text_is_checked_quickly() {
        assertThat(ImplementationDetailDetector.detects("at a.".repeat(200_000)))
                .isFalse();
        assertThat(ImplementationDetailDetector.detects((Json) null)).isFalse();
    }
}
