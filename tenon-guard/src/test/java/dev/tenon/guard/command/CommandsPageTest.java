package dev.tenon.guard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page about commands shows one as the guard does. */
class CommandsPageTest {

    @Test
    void the_command_on_the_page_is_shown_like_that() throws IOException {
        LaunchSpec line = new LaunchSpec(
                List.of("npx", "-y", "some-server", "--dir", "/data"),
                Path.of("/home/ann/project"),
                Map.of("API_TOKEN", "secret"),
                List.of("HTTPS_PROXY"),
                Optional.empty(),
                List.of(Path.of("/usr/bin/npx"), Path.of("/usr/bin/env"), Path.of("/usr/bin/node")));

        assertThat(Files.readString(Path.of("..", "docs", "guard-commands.md")))
                .contains("```\n" + line.describe() + "\n```");
    }
}
