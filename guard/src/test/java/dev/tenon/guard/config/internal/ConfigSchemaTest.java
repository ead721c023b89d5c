package dev.tenon.guard.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.ConfigPagesTest;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.config.GuardConfigTest;
import dev.tenon.json.Json;
import dev.tenon.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schema accepts the same files as the reader. */
class ConfigSchemaTest {

    private static final Path PUBLISHED = Path.of("..", "docs", "guard-config.schema.json");
    private static final Schema SCHEMA = Schema.compile(GuardConfigFile.schema());

    @Test
    void the_published_schema_is_that_of_the_reader() throws IOException {
        assertThat(GuardConfigFile.schema()).isEqualTo(Json.parse(Files.readString(PUBLISHED)));
    }

    @ParameterizedTest
    @MethodSource("files")
    void schema_and_reader_agree_on_every_file(String text) {
        YamlNode yaml = YamlReader.read("guard.yaml", text);
        ConfigProblems problems = new ConfigProblems();
        new ConfigSchemaValidator(problems).validate(yaml);

        assertThat(SCHEMA.validate(json(yaml)).isEmpty())
                .as("schema: %s\nreader: %s", SCHEMA.validate(json(yaml)), problems.problems())
                .isEqualTo(problems.problems().isEmpty());
    }

    /** Returns the file as the validator of an editor sees it. */
    private static Json json(YamlNode yaml) {
        if (yaml instanceof YamlNode.YamlScalar scalar) {
            return scalar.json();
        }
        if (yaml instanceof YamlNode.YamlSequence list) {
            return Json.of(list.items().stream().map(ConfigSchemaTest::json).toList());
        }
        Map<String, Json> members = new LinkedHashMap<>();
        ((YamlNode.YamlMapping) yaml).entries().forEach((name, entry) -> members.put(name, json(entry.value())));
        return Json.of(members);
    }

    static Stream<String> files() {
        String start = "version: 1\nupstreams:\n  one:\n    command: [node]\n";
        Stream<String> lines = GuardConfigTest.COMPLETE.lines();
        // The complete file; the file without one line, if that is still YAML; the file with one invalid value.
        Stream<String> without = GuardConfigTest.COMPLETE
                .lines()
                .filter(line -> line.strip().startsWith("-") || !line.endsWith(":"))
                .map(line -> GuardConfigTest.COMPLETE.replace(line + "\n", ""));
        Stream<String> invalid = lines.filter(line -> line.matches(" *[a-zA-Z]+: [^\\[{].*"))
                .flatMap(line -> Stream.of("[1]", "true", "7", "{a: b}", "\"\"", "null", "x y")
                        .map(value -> GuardConfigTest.COMPLETE.replace(
                                line, line.substring(0, line.indexOf(": ") + 2) + value)));
        Stream<String> more = Stream.of(
                GuardConfigTest.COMPLETE,
                "",
                "[]",
                "7",
                start,
                start + "front: {}\n",
                start + "front: {stdio: true, http: \"a:1\"}\n",
                start + "front: {http: \"[::1]:80\"}\n",
                start + "front: {http: localhost}\n",
                "version: 1.0\nupstreams: {one: {command: [node]}}\n",
                "version: 1\nupstreams: {}\n",
                "version: 1\nupstreams: {\"a b\": {command: [node]}}\n",
                "version: 1\nupstreams: {one: {command: []}}\n",
                start + "policies: {tools: {allow: [a, {name: b}, 7]}}\n",
                start + "policies: {tools: {allow: [\"\"]}}\n",
                start + "policies: {tools: {deny: [{annotations: {readOnlyHint: yes}}]}}\n",
                start + "policies: {arguments: {rules: [{argument: a}]}}\n",
                start + "policies: {arguments: {rules: [{argument: a, under: [/a], pattern: x}]}}\n",
                start + "policies: {rates: {rules: [{rate: 0/minute}]}}\n",
                start + "policies: {rates: {rules: [{rate: 1/minute, each: [nobody]}]}}\n",
                start + "policies: {rates: {}}\n",
                start + "policies: {mode: off}\n",
                start + "lock: |\n  a\n  b\n",
                start + "limits: {messageSize: 4MB, callTime: \"5m\\n\"}\n",
                start + "limits: {depth: 64.0}\n",
                start + "limits: {depth: 64.5}\n");
        return Stream.of(without, invalid, more).flatMap(all -> all).filter(ConfigSchemaTest::isYaml);
    }

    private static boolean isYaml(String text) {
        try {
            YamlReader.read("x", text);
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }

    @Test
    void every_field_is_described() {
        assertThat(ConfigPagesTest.fields(GuardConfigFile.schema()))
                .hasSizeGreaterThan(50)
                .allSatisfy((name, field) ->
                        assertThat(field.string("description")).as(name).isNotEmpty());
    }
}
