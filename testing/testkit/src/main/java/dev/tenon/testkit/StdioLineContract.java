package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the framing of messages as lines with a process whose heap is 64 MiB. A test of a process extends this class.
 */
public abstract class StdioLineContract {
    private static final Revision REVISION = Revision.V2025_11_25;
    private static final byte[] PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8);

    @TempDir
    private Path directory = Path.of("");

    private Path stderr = Path.of("");
    private @Nullable StdioTestConnection opened;

    /** Starts the process and redirects its standard error to a file. */
    protected abstract Process start(Path stderr) throws Exception;

    @BeforeEach
    final void open() throws Exception {
        stderr = directory.resolve("stderr");
        opened = new StdioTestConnection(start(stderr), REVISION, true);
    }

    /** Returns the connection to the process. */
    protected final StdioTestConnection connection() {
        return Objects.requireNonNull(opened);
    }

    /** Returns the standard error output of the process so far. */
    protected final String stderrText() throws IOException {
        return Files.readString(stderr);
    }

    @AfterEach
    final void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private static List<Integer> errorCodes(ReceivedMessages received) {
        return received.messages().stream()
                .map(message -> ParsedResponse.tryParse(Json.parse(new String(message, UTF_8))))
                .map(response -> response.orElseThrow().code())
                .toList();
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void a_message_on_two_lines_is_two_invalid_lines() {
        ReceivedMessages received =
                connection().send("{\"jsonrpc\":\"2.0\",\"id\":1,\n\"method\":\"ping\"}".getBytes(UTF_8), 2);

        assertThat(errorCodes(received)).containsExactly(-32700, -32700);
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void messages_that_arrive_together_are_answered_in_order() {
        byte[] lines = (new String(PING, UTF_8) + "\r\n\n \n{}\n" + new String(PING, UTF_8)).getBytes(UTF_8);

        ReceivedMessages received = connection().send(lines, 4);

        assertThat(received.messages().stream().map(message -> new String(message, UTF_8)))
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"id\":1,\"result\""),
                        second -> assertThat(second).contains("-32700"),
                        third -> assertThat(third).contains("-32600"),
                        fourth -> assertThat(fourth).contains("\"id\":1,\"result\""));
    }

    @Test
    void a_line_of_64_MiB_costs_one_error_and_no_memory() {
        byte[] mebibyte = new byte[1 << 20];
        Arrays.fill(mebibyte, (byte) '[');
        byte[][] line = new byte[64][];
        Arrays.fill(line, mebibyte);

        connection().writeLine(line);
        ReceivedMessages received = connection().send(PING, 2);

        assertThat(received.messages()).hasSize(2);
        assertThat(new String(received.messages().get(0), UTF_8)).contains("-32600", "4194304");
        assertThat(new String(received.messages().get(1), UTF_8)).contains("\"result\"");
    }

    @Test
    void a_process_that_received_only_invalid_input_exits_normally_at_the_end_of_input() throws Exception {
        for (InputCase inputCase : InputCaseReader.read("not-json")) {
            if (inputCase.appliesTo(connection().target())) {
                connection()
                        .send(
                                inputCase.sentTemplate().render(REVISION),
                                inputCase.expected().messageCount());
            }
        }

        assertThat(connection().closeInputAndWait()).isZero();
        assertThat(LeakDetector.findLeak(stderrText())).isEmpty();
    }
}
