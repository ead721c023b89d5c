package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.transport.process.ProcessChannel;
import dev.tenon.client.internal.transport.process.ProcessLauncher;
import dev.tenon.client.internal.transport.process.ProcessRegistry;
import dev.tenon.client.internal.transport.process.StderrReader;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.ChannelLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessChannelTest {
    private final RecordingReceiver receiver = new RecordingReceiver();
    private volatile @Nullable ProcessChannel currentChannel;

    private ProcessChannel open(CommandTarget target) {
        ProcessChannel channel = ProcessChannel.start(target, ChannelLimits.DEFAULT);
        currentChannel = channel;
        channel.open(receiver);
        return channel;
    }

    @AfterEach
    void closeChannel() {
        if (currentChannel != null) {
            currentChannel.close();
            assertThat(isAlive(currentChannel.pid())).isFalse();
            assertThat(ProcessRegistry.contains(currentChannel.pid())).isFalse();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static void send(ProcessChannel channel, String text) {
        channel.send(text.getBytes(UTF_8));
    }

    private static Duration measure(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void awaitExit(long pid) throws InterruptedException {
        for (int i = 0; i < 1000 && isAlive(pid); i++) {
            Thread.sleep(10);
        }
        assertThat(isAlive(pid)).as("process " + pid + " is alive").isFalse();
    }

    @Test
    @Covers({
        "core/stdio/newline-delimited",
        "core/stdio/stdin-only-mcp",
        "core/stdio/stderr-client",
        "core/stdio/stderr-not-error",
        "legacy/stdio/client-supports-stdio",
        "legacy/lifecycle/shutdown-stdio",
        "2026-07-28/stdio/shutdown"
    })
    void messages_are_lines_and_a_server_ends_by_itself_after_its_input() throws Exception {
        BlockingQueue<String> errors = new LinkedBlockingQueue<>();
        ProcessChannel channel = open(ChildProgram.withRole("echo")
                .withShutdownTimeout(ChildProgram.LONG_TIMEOUT)
                .withStderrListener(errors::add));
        send(channel, "{\"n\":\n1}");
        assertThat(receiver.nextMessage()).isEqualTo("{\"n\": 1}");
        assertThat(errors.poll(30, TimeUnit.SECONDS)).isEqualTo("got {\"n\": 1}");
        channel.close();
        assertThat(channel.awaitExitMessage())
                .startsWith("The server ended with exit code 0; ")
                .endsWith("| goodbye");
        assertThat(errors).containsExactly("goodbye");
        assertThat(receiver.awaitClosed()).isTrue();
        assertThat(receiver.closeCount()).isOne();
        channel.close();
        assertThatThrownBy(() -> send(channel, "{}")).isInstanceOf(ChannelClosedException.class);
    }

    /**
     * Issue 20, item 41: the closing thread is interrupted when a guard ends, and that is not a reason for a warning.
     */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void an_interrupted_close_waits_for_killed_processes() throws Exception {
        ProcessChannel channel =
                open(CommandTarget.of(List.of("/bin/sh", "-c", "trap '' TERM; echo '{}'; while :; do sleep 1; done")));
        assertThat(receiver.nextMessage()).isEqualTo("{}");
        LogCapture log = new LogCapture();
        try {
            Thread.currentThread().interrupt();
            channel.close();
        } finally {
            log.close();
        }
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(isAlive(channel.pid())).isFalse();
        assertThat(log.capturedText()).doesNotContain("does not end");
    }

    @Test
    @Covers("core/stdio/credentials-from-environment")
    void the_environment_is_only_what_was_given() throws Exception {
        assertThat(System.getenv()).isNotEmpty();
        open(ChildProgram.withRole("environment").withEnvironmentVariable("API_KEY", "k"));
        List<String> names = List.of(receiver.nextMessage().replace(";", "").split(","));
        assertThat(names).contains("API_KEY");
        // Variables that a JVM or an operating system adds by itself do not count.
        assertThat(names)
                .allMatch(name -> name.equals("API_KEY") || name.startsWith("__CF") || name.equals("LD_LIBRARY_PATH"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void only_harmless_environment_variables_are_inherited() throws Exception {
        open(new CommandTarget(
                List.of("/bin/sh", "-c", "env; echo end"),
                ServerTarget.command("x").environment(),
                null,
                line -> {},
                line -> line,
                Duration.ofSeconds(1)));
        for (String line = receiver.nextMessage(); !line.equals("end"); line = receiver.nextMessage()) {
            assertThat(line.split("=")[0])
                    .isIn(
                            "PATH",
                            "HOME",
                            "LANG",
                            "LC_ALL",
                            "LOGNAME",
                            "USER",
                            "SHELL",
                            "TERM",
                            "TMPDIR",
                            "TZ",
                            "JAVA_HOME",
                            "TMP",
                            "TEMP",
                            "XDG_CACHE_HOME",
                            "XDG_CONFIG_HOME",
                            "PWD",
                            "SHLVL",
                            "_",
                            "OLDPWD");
        }
    }

    @Test
    void a_server_that_does_not_end_with_its_input_is_terminated() throws Exception {
        Duration timeout = Duration.ofSeconds(2);
        ProcessChannel channel = open(ChildProgram.withRole("ignore-stdin-end").withShutdownTimeout(timeout));
        receiver.nextMessage();
        assertThat(measure(channel::close)).isBetween(timeout, Duration.ofSeconds(30));
        assertThat(channel.awaitExitMessage()).contains("143 (signal 15)");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Covers({"legacy/lifecycle/shutdown-stdio", "2026-07-28/stdio/shutdown"})
    void a_server_that_ignores_termination_is_killed() throws Exception {
        ProcessChannel channel = open(ChildProgram.shellScript("trap '' TERM; echo ready; while :; do sleep 1; done"));
        assertThat(receiver.nextMessage()).isEqualTo("ready");
        assertThat(measure(channel::close)).isBetween(Duration.ofMillis(1400), Duration.ofSeconds(30));
        assertThat(channel.awaitExitMessage()).contains("137 (signal 9)");
    }

    @Test
    void closing_has_a_timeout_for_a_server_that_does_not_read() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("ignore-stdin-end"));
        receiver.nextMessage();
        send(channel, "x".repeat(1_000_000));
        assertThat(measure(channel::close)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_children_of_a_server_end_with_it() throws Exception {
        ProcessChannel channel = open(
                ChildProgram.shellScript("sh -c 'sleep 50 & echo $!; exec sleep 51' & echo $!; read line; echo over"));
        long child = Long.parseLong(receiver.nextMessage());
        long grandchild = Long.parseLong(receiver.nextMessage());
        assertThat(isAlive(child)).isTrue();
        channel.close();
        awaitExit(child);
        awaitExit(grandchild);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_children_of_a_crashed_server_end_too_and_cannot_hide_the_crash() throws Exception {
        ProcessChannel channel = open(ChildProgram.shellScript("sleep 50 & echo $!; read line; exit 7"));
        long child = Long.parseLong(receiver.nextMessage());
        // The scan for children runs after a second.
        Thread.sleep(1500);
        send(channel, "now");
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage()).isEqualTo("The server ended with exit code 7");
        awaitExit(child);
    }

    @Test
    @Covers("core/stdio/stderr-not-error")
    void a_flood_on_standard_error_neither_blocks_the_server_nor_fills_the_memory() throws Exception {
        BlockingQueue<String> errors = new LinkedBlockingQueue<>();
        ProcessChannel channel = open(ChildProgram.withRole("large-stderr").withStderrListener(errors::add));
        send(channel, "{}");
        assertThat(receiver.nextMessage(30)).isEqualTo("{}");
        assertThat(errors.poll(30, TimeUnit.SECONDS))
                .hasSize(StderrReader.MAX_LINE_BYTES)
                .containsOnlyOnce("x".repeat(8192));
        assertThat(errors.poll(30, TimeUnit.SECONDS)).isEqualTo("after the long line");
    }

    @Test
    void the_stderr_listener_may_fail() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("echo")
                .withShutdownTimeout(ChildProgram.LONG_TIMEOUT)
                .withStderrListener(line -> {
                    throw new IllegalStateException("no room for " + line);
                }));
        send(channel, "a");
        send(channel, "b");
        assertThat(receiver.nextMessage() + receiver.nextMessage()).isEqualTo("ab");
        channel.close();
        assertThat(channel.awaitExitMessage()).contains("got a | got b | goodbye");
    }

    @Test
    void control_characters_in_quoted_standard_error_are_escaped() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("exit-with-error"));
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage())
                .startsWith(
                        "The server ended with exit code 3; last lines of its standard error: No licence \\u001b[31mfound")
                .endsWith(" | Giving up");
        assertThat(receiver.closeCount()).isOne();
    }

    /** Issue 20, item 30: quoted lines are redacted completely before they are shortened. */
    @Test
    void secrets_are_redacted_from_quoted_standard_error() throws Exception {
        List<String> errors = new CopyOnWriteArrayList<>();
        String padding = "x".repeat(395);
        ProcessChannel channel = open(ChildProgram.shellScript("echo '" + padding + " s3cret' >&2; exit 3")
                .withStderrListener(errors::add)
                .withStderrRedaction(line -> line.replace("s3cret", "[redacted]")));
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage()).endsWith(padding + " [red...");
        assertThat(errors).as("as it is").containsExactly(padding + " s3cret");
    }

    @Test
    void a_message_truncated_by_a_crash_of_the_server_is_delivered_as_received() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("truncated-message"));
        assertThat(receiver.nextMessage()).isEqualTo("{\"whole\":true}");
        assertThat(receiver.nextMessage()).isEqualTo("{\"half\":");
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage()).isEqualTo("The server ended with exit code 0");
    }

    @Test
    void a_server_that_only_closes_its_output_has_closed_the_channel() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("close-stdout"));
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage()).isEqualTo("The server has closed its output");
    }

    @Test
    void a_channel_that_was_never_opened_can_be_closed() {
        ProcessChannel channel = ProcessChannel.start(ChildProgram.withRole("echo"), ChannelLimits.DEFAULT);
        currentChannel = channel;
        assertThat(measure(channel::close)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void when_the_jvm_ends_its_servers_end() throws Exception {
        ProcessChannel channel = open(ChildProgram.withRole("start-child"));
        long server = Long.parseLong(receiver.nextMessage());
        assertThat(receiver.nextMessage()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(channel.awaitExitMessage()).startsWith("The server ended with exit code 0");
        awaitExit(server);
    }

    @Test
    void a_missing_program_is_named_with_what_to_do() {
        assertThatThrownBy(() -> open(ServerTarget.command("no-such-server", "--secret")))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("no-such-server could not be started: it is not on the PATH")
                .hasMessageContaining("Install it")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> open(ServerTarget.command("./no/such/server")))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("./no/such/server could not be started");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_program_that_cannot_be_run_is_reported(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("server"), "just words");
        assertThatThrownBy(() -> open(ServerTarget.command(file.toString())))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("it is not executable");
        CommandTarget elsewhere = ServerTarget.command("sh").withDirectory(folder.resolve("nowhere"));
        assertThatThrownBy(() -> open(elsewhere))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("there is no directory");
        assertThatThrownBy(() -> open(ServerTarget.command("sh", "nul\0")))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("it cannot be run");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_program_is_resolved_on_the_path_of_its_own_environment(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(folder.resolve("mine"), "#!/bin/sh\npwd\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        open(ServerTarget.command("mine")
                .withEnvironmentVariable("PATH", "/nowhere::" + folder)
                .withDirectory(folder));
        assertThat(Path.of(receiver.nextMessage()).toRealPath()).isEqualTo(folder.toRealPath());
    }

    /** Issue 20, item 31: bubblewrap ends a program when the thread that started it ends. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_program_that_ends_with_its_parent_outlives_the_starting_thread() throws Exception {
        List<String> wrapped = List.of(
                "bwrap", "--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/", "--proc", "/proc", "cat");
        assumeTrue(Files.exists(Path.of("/usr/bin/bwrap")), "bubblewrap (bwrap) is not installed");
        Thread starter = new Thread(() -> open(new CommandTarget(
                wrapped, Map.of("PATH", "/usr/bin:/bin"), null, line -> {}, line -> line, Duration.ofSeconds(5))));
        starter.start();
        starter.join();
        for (String text : List.of("one", "two", "three")) {
            Thread.sleep(100);
            send(Objects.requireNonNull(currentChannel), text);
            assertThat(receiver.nextMessage()).isEqualTo(text);
        }
    }

    @Test
    void on_windows_the_usual_extensions_are_tried(@TempDir Path folder) throws Exception {
        Path script = Files.createFile(folder.resolve("npx.cmd"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("PATHEXT", ".exe;.cmd");
        assertThat(ProcessLauncher.searchPath("npx", folder.toString(), environment, true))
                .contains(script.toString());
        assertThat(ProcessLauncher.searchPath("npx.cmd", folder.toString(), environment, true))
                .contains(script.toString());
        assertThat(ProcessLauncher.searchPath("npx", folder.toString(), environment, false))
                .isEmpty();
    }
}
