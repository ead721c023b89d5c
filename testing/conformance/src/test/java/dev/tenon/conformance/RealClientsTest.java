package dev.tenon.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Released versions of clients of other projects perform typical operations on a Tenon server. */
class RealClientsTest {
    private static @Nullable NodeScripts scripts;
    private static @Nullable FixtureProcess fixture;
    private static String missing = "";

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        try {
            scripts = NodeScripts.find();
            fixture = FixtureProcess.start();
        } catch (NodeScripts.MissingException e) {
            missing = "RealClientsTest is skipped: " + e.getMessage();
            System.err.println(missing);
        }
    }

    @BeforeEach
    void requireNode() {
        assumeTrue(missing.isEmpty(), missing);
    }

    @AfterAll
    static void stop() {
        if (fixture != null) {
            fixture.close();
        }
    }

    @ParameterizedTest(name = "{0} in mode {1} over {2} speaks {3}")
    @Tag("exhaustive")
    @CsvSource({
        "sdk-v1.mjs, handshake, stdio, 2025-11-25",
        "sdk-v1.mjs, handshake, http, 2025-11-25",
        "sdk-v2.mjs, legacy, stdio, 2025-11-25",
        "sdk-v2.mjs, legacy, http, 2025-11-25",
        "sdk-v2.mjs, 2026-07-28, stdio, 2026-07-28",
        "sdk-v2.mjs, 2026-07-28, http, 2026-07-28",
        "sdk-v2.mjs, auto, stdio, 2026-07-28",
        "sdk-v2.mjs, auto, http, 2026-07-28",
    })
    void a_real_client_calls_reads_and_responds(String script, String mode, String transport, String revision)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(mode, transport));
        arguments.addAll(
                transport.equals("http") ? List.of(requireNonNull(fixture).url()) : FixtureProcess.command("--stdio"));

        Json results = requireNonNull(scripts).runScript(script, arguments);

        assertThat(results.get("error")).isNull();
        assertThat(text(results, "revision")).isEqualTo(revision);
        assertThat(texts(results, "tools")).startsWith("test_simple_text").contains("test_elicitation");
        assertThat(text(results, "called")).isEqualTo("This is a simple text response for testing.");
        assertThat(texts(results, "resources")).contains("test://static-text");
        assertThat(text(results, "read")).isEqualTo("This is the content of the static text resource.");
        assertThat(text(results, "prompt")).isEqualTo("This is a simple prompt for testing.");
        assertThat(texts(results, "asked")).containsExactly("Who are you?");
        assertThat(text(results, "elicited"))
                .startsWith("User response: accept")
                .contains("ada@example.com");
        assertThat(results.get("failed")).hasToString("true");
        assertThat(results.get("unknownTool")).hasToString("-32602");
        assertThat(results.get("unknownResource")).hasToString("-32602");
        // These clients remove the callback when the result arrives, so they may miss the last notification.
        assertThat(items(results, "progress").map(Json::toString).toList()).startsWith("0", "50");
    }

    private static @Nullable String text(Json results, String name) {
        Json value = results.get(name);
        return value == null ? null : value.string();
    }

    private static List<String> texts(Json results, String name) {
        return items(results, name).map(Json::string).toList();
    }

    private static Stream<Json> items(Json results, String name) {
        Json items = results.get(name);
        return items == null ? Stream.empty() : items.elements().stream();
    }
}
