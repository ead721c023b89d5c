package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples in the documentation of the configuration are valid, and the pages describe every field. */
public class ConfigPagesTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String SERVER = "upstreams:\n  one:\n    command: [node]\n";

    /** A code block of a page. */
    record CodeBlock(String location, String text) {
        @Override
        public String toString() {
            return location;
        }
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void the_examples_of_a_page_are_valid(CodeBlock block) {
        String text = block.text();
        String complete = (text.contains("version:") ? "" : "version: 1\n")
                + (text.startsWith("upstreams:") || text.contains("\nupstreams:") ? "" : SERVER)
                + text;

        assertThat(GuardConfigFile.parse(block.location(), complete, Path.of("/etc/tenon"))
                        .upstreams())
                .isNotEmpty();
    }

    @Test
    void every_field_is_documented() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path page : pages()) {
            pages.append(Files.readString(page));
        }

        Set<String> fields = fields(GuardConfigFile.schema()).keySet();
        assertThat(fields).hasSizeGreaterThan(50);
        assertThat(fields.stream().filter(field -> !Pattern.compile("\\b" + field + "\\b")
                        .matcher(pages)
                        .find()))
                .as("undocumented fields")
                .isEmpty();
    }

    static Stream<CodeBlock> blocks() throws IOException {
        List<CodeBlock> blocks = new ArrayList<>();
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).equals("```yaml")) {
                    int end = i + lines.subList(i, lines.size()).indexOf("```");
                    blocks.add(new CodeBlock(
                            page.getFileName() + ":" + (i + 2), String.join("\n", lines.subList(i + 1, end)) + "\n"));
                }
            }
        }
        return blocks.stream();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS)) {
            return pages.filter(page -> page.getFileName().toString().matches("guard-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns all fields of a schema by name; of several fields with one name, the last. */
    public static Map<String, Json> fields(Json schema) {
        Map<String, Json> fields = new TreeMap<>();
        for (Json part : parts(schema)) {
            Json properties = part.get("properties");
            fields.putAll(properties == null ? Map.of() : properties.members());
        }
        return fields;
    }

    private static List<Json> parts(Json schema) {
        List<Json> parts = new ArrayList<>(List.of(schema));
        schema.members().values().forEach(member -> parts.addAll(parts(member)));
        return parts;
    }
}
