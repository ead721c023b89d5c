package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.cli.error.ExitCode;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {
    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void the_script_is_valid_for_its_shell_and_contains_commands_and_options(String shell) throws Exception {
        CommandResult run = CommandResult.run("completion", shell);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("discover", "listen", shell.equals("fish") ? "-l revision" : "--revision");

        assumeThat(isOnPath(shell)).as(shell + " is here").isTrue();
        Process check =
                new ProcessBuilder(shell, "-n").redirectErrorStream(true).start();
        try (OutputStream in = check.getOutputStream()) {
            in.write(run.out().getBytes(UTF_8));
        }
        assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEmpty();
        assertThat(check.waitFor()).isZero();
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    @Tag("exhaustive")
    void an_unknown_shell_is_rejected() throws Exception {
        CommandResult run = CommandResult.run("completion", "tcsh");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("bash, zsh, fish");
    }
}
