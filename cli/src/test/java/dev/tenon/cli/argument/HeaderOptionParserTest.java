package dev.tenon.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.error.CommandFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 27: secrets can be kept off the command line, which every user of the machine can see. */
class HeaderOptionParserTest {
    @TempDir
    Path directory;

    private static Map<String, String> parse(String... options) {
        return HeaderOptionParser.parse(List.of(options), Map.of("TOKEN", "s3$cret"));
    }

    @Test
    void a_value_is_literal_or_comes_from_a_file_or_a_variable() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "Bearer s3cret\n");

        assertThat(parse("X-Team: blue", "Authorization:@" + file, "X-Other:Bearer ${TOKEN}!", "X-Price: $5 {TOKEN}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "X-Team", "blue",
                        "Authorization", "Bearer s3cret",
                        "X-Other", "Bearer s3$cret!",
                        "X-Price", "$5 {TOKEN}"));
    }

    @Test
    void a_file_can_contain_all_headers() throws IOException {
        Path file = Files.writeString(directory.resolve("headers"), "Authorization: Bearer a:b\n\nX-Team: ${TOKEN}\n");

        assertThat(parse("@" + file))
                .containsExactlyInAnyOrderEntriesOf(Map.of("Authorization", "Bearer a:b", "X-Team", "${TOKEN}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", ":value", "X-A:${MISSING}", "X-A:@/nowhere/at/all", "@/nowhere/at/all"})
    void invalid_values_are_reported(String options) {
        assertThatThrownBy(() -> parse(options))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("--header");
    }

    @Test
    void an_invalid_line_of_a_file_is_reported_without_its_text() throws IOException {
        Path file = Files.writeString(directory.resolve("headers"), "s3cret\n");

        assertThatThrownBy(() -> parse("@" + file))
                .hasMessageContaining("is not a header")
                .hasMessageNotContaining("s3cret");
    }
}
