package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StdioProcessTest {
    private static final ChannelLimits SHORT_TIMEOUT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofMillis(300));

    @TempDir
    Path folder;

    private Process startedProcess;

    private Process start(String role) throws Exception {
        startedProcess = ChildProgram.start(role, folder.resolve("stderr"));
        return startedProcess;
    }

    @AfterEach
    void stopProcess() {
        startedProcess.destroyForcibly();
    }

    private static DuplexChannel openChannel(Process process, ChannelLimits limits) {
        return new StdioChannel(process.getInputStream(), process.getOutputStream(), limits);
    }

    @Test
    @Covers({"core/stdio/newline-delimited", "core/stdio/stdout-only-mcp"})
    void standard_output_has_only_messages_even_if_the_program_prints() throws Exception {
        Process process = start("echo");
        RecordingReceiver receiver = new RecordingReceiver();
        try (DuplexChannel channel = openChannel(process, ChannelLimits.DEFAULT)) {
            channel.open(receiver);
            for (int i = 0; i < 1000; i++) {
                channel.send(("{\"n\":" + i + "}").getBytes(UTF_8));
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(receiver.next()).isEqualTo("{\"n\":" + i + "}");
            }
            assertThat(receiver.isEmpty()).isTrue();
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("stderr")))
                .contains("chatter before")
                .contains("chatter between");
    }

    @Test
    void the_end_of_input_ends_the_program_after_its_last_response() throws Exception {
        Process process = start("echo");
        try (OutputStream processInput = process.getOutputStream()) {
            processInput.write("{}\n[]".getBytes(UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(output).isEqualTo("{}\n[]\n\"goodbye\"\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void a_line_of_64_mib_is_discarded_in_a_heap_of_32() throws Exception {
        Process process = start("echo");
        RecordingReceiver receiver = new RecordingReceiver();
        try (OutputStream processInput = process.getOutputStream()) {
            byte[] mebibyte = "x".repeat(1 << 20).getBytes(UTF_8);
            new StdioChannel(process.getInputStream(), OutputStream.nullOutputStream(), ChannelLimits.DEFAULT)
                    .open(receiver);
            for (int i = 0; i < 64; i++) {
                processInput.write(mebibyte);
            }
            processInput.write("\n{}\n".getBytes(UTF_8));
            processInput.flush();
            assertThat(receiver.next()).isEqualTo("\"too large\"");
            assertThat(receiver.next()).isEqualTo("{}");
        }
    }

    @Test
    void a_process_that_does_not_read_is_disconnected_after_the_timeout() throws Exception {
        DuplexChannel channel = openChannel(start("never-read"), SHORT_TIMEOUT);
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        byte[] message = "x".repeat(50_000).getBytes(UTF_8);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        channel.send(message);
                    }
                })
                .isInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("did not read");
        assertThat(receiver.awaitClosed()).isTrue();
        assertThatThrownBy(() -> channel.send(message)).isInstanceOf(ChannelClosedException.class);
        channel.close();
        assertThat(receiver.closeCount()).isOne();
    }

    @Test
    void closing_waits_at_most_the_timeout_for_a_process_that_does_not_read() throws Exception {
        DuplexChannel channel = openChannel(start("never-read"), SHORT_TIMEOUT);
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        channel.send("x".repeat(1_000_000).getBytes(UTF_8));
        long start = System.nanoTime();
        channel.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        assertThat(receiver.awaitClosed()).isTrue();
    }

    @Test
    void the_exit_of_the_process_closes_the_channel() throws Exception {
        Process process = start("close-input");
        DuplexChannel channel = openChannel(process, ChannelLimits.DEFAULT);
        process.waitFor();
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        assertThat(receiver.awaitClosed()).isTrue();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        channel.send("{}".getBytes(UTF_8));
                        Thread.sleep(1);
                    }
                })
                .isInstanceOf(ChannelClosedException.class);
        channel.close();
    }

    @Test
    void a_killed_process_is_detected() throws Exception {
        Process process = start("echo");
        DuplexChannel channel = openChannel(process, ChannelLimits.DEFAULT);
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        channel.send("{}".getBytes(UTF_8));
        assertThat(receiver.next()).isEqualTo("{}");
        process.destroyForcibly();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        channel.close();
    }
}
