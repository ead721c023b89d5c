package dev.tenon.guard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The commands page of the documentation shows a command as the guard describes it. */
class CommandsPageTest {

    @Test
    void the_documented_command_matches_its_description() throws IOException {
        LaunchSpec spec = new LaunchSpec(
                List.of("npx", "-y", "some-server", "--dir", "/data"),
                Path.of("/home/ann/project"),
                Map.of("API_TOKEN", "secret"),
                List.of("HTTPS_PROXY"),
                Optional.empty(),
                List.of(Path.of("/usr/bin/npx"), Path.of("/usr/bin/env"), Path.of("/usr/bin/node")));

        assertThat(Files.readString(Path.of("..", "docs", "guard-commands.md")))
                .contains("```\n" + spec.describe() + "\n```");
    }
}
