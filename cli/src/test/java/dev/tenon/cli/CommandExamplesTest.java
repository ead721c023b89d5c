package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandExamplesTest {
    @Test
    void a_configuration_is_valid_json_for_any_path() {
        Json configuration = Json.parse(CommandExamples.clientConfiguration("/home/a \"b\"\\c/tenon"));
        assertThat(configuration
                        .get("mcpServers")
                        .get("tenon-demo")
                        .get("command")
                        .string())
                .isEqualTo("/home/a \"b\"\\c/tenon");
    }

    @Test
    void the_stdio_command_supports_special_characters_in_a_path(@TempDir Path folder) throws Exception {
        Path command = folder.resolve("it's here");
        Files.writeString(command, "#!/bin/sh\ncat; echo \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();

        Process shell = new ProcessBuilder("sh", "-c", CommandExamples.pipedCall(command.toString())).start();

        String[] lines = new String(shell.getInputStream().readAllBytes(), UTF_8).split("\n");
        assertThat(Json.parse(lines[0]).get("method").string()).isEqualTo("tools/call");
        assertThat(lines[1]).isEqualTo("demo --stdio");
    }
}
