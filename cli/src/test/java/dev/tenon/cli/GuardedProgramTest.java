package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Programs that {@code tenon guard} starts: their standard error, and processes that they leave. */
@EnabledOnOs(OS.LINUX)
class GuardedProgramTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String TOKEN = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

    private static CliProcess startGuard(String script) throws Exception {
        CliProcess guard = CliProcess.startWithEnvironment(
                Map.of("API_TOKEN", "correct-horse"),
                "guard",
                "--yes",
                "--env",
                "API_TOKEN",
                "--",
                "sh",
                "-c",
                script + "; cat >/dev/null");
        // The program starts with the first request.
        guard.send(RequestLines.createStatelessRequest(1, "tools/list", ""));
        return guard;
    }

    private static boolean awaitCondition(Duration time, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(20);
        }
        return true;
    }

    /** Issue 20, item 30: the log of a guard is not the terminal of the upstream programs. */
    @Test
    @Tag("exhaustive")
    void standard_error_of_a_program_is_marked_escaped_redacted_and_limited() throws Exception {
        String script = "printf '\\033[2J\\033]0;owned\\007red\\ttab\\n[guard] INFO forged\\r\\n' >&2; "
                + "echo \"" + TOKEN + " and $API_TOKEN\" >&2; "
                + "yes 0123456789012345678901234567890123456789 | head -c 20000000 >&2";
        try (CliProcess guard = startGuard(script)) {
            assertThat(awaitCondition(TIMEOUT, () -> guard.errorOutput().contains("dropping further lines")))
                    .isTrue();
            String errors = guard.errorOutput();
            assertThat(errors.length()).isLessThan(1 << 20);
            assertThat(errors)
                    .contains("] \\u001b[2J\\u001b]0;owned\\u0007red    tab\n", "] [guard] INFO forged\n")
                    .contains("[redacted: github-token] and [redacted]\n", "set \"stderr\" of the upstream to change")
                    .doesNotContain("\u001b", "\u0007", TOKEN, "correct-horse", "\n[guard] INFO forged");
        }
    }

    /** Issue 20, item 30: the last lines of a program are also in the logged cause of a failure. */
    @Test
    @Tag("exhaustive")
    void the_last_lines_of_an_exited_program_are_redacted_in_every_log() throws Exception {
        try (CliProcess guard = startGuard("echo \"bad key $API_TOKEN or " + TOKEN + "\" >&2; exit 3")) {
            String quoted = "last lines of its standard error: bad key [redacted] or [redacted: github-token]";
            assertThat(awaitCondition(
                            TIMEOUT, () -> guard.errorOutput().contains("last lines of its standard error: ")))
                    .isTrue();
            assertThat(guard.errorOutput()).contains(quoted).doesNotContain(TOKEN, "correct-horse");
        }
    }

    /**
     * Issue 20, item 31: a process that has left the tree of its program ends with the guard, even when the guard is
     * killed.
     */
    @Test
    @Tag("exhaustive")
    void a_child_that_forked_twice_ends_within_five_seconds_of_the_guard() throws Exception {
        assumeTrue(
                canCreatePidNamespaces(),
                "bubblewrap (bwrap) is not installed, or may not make process namespaces here");
        String marker = String.valueOf(ThreadLocalRandom.current().nextInt(100_000_000, 999_999_999));
        try (CliProcess guard = startGuard("(setsid sleep " + marker + " >/dev/null 2>&1 </dev/null &)")) {
            assertThat(awaitCondition(TIMEOUT, () -> findSleepProcess(marker).isPresent()))
                    .isTrue();

            guard.kill();

            assertThat(awaitCondition(Duration.ofSeconds(5), () -> findSleepProcess(marker)
                            .isEmpty()))
                    .isTrue();
        } finally {
            findSleepProcess(marker).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static Optional<ProcessHandle> findSleepProcess(String marker) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("sleep")
                        && process.info().commandLine().orElse("").endsWith(" " + marker))
                .findAny();
    }

    private static boolean canCreatePidNamespaces() {
        try {
            Process process = new ProcessBuilder(
                            "bwrap", "--unshare-pid", "--dev-bind", "/", "/", "--proc", "/proc", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }
}
