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

/** What is particular to lines, with a process whose heap is 64 MiB. A test of some process extends this. */
public abstract class StdioLineContract {
    private static final Revision REVISION = Revision.V2025_11_25;
    private static final byte[] PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8);

    @TempDir
    private Path directory = Path.of("");

    private Path stderr = Path.of("");
    private @Nullable StdioTestConnection opened;

    /** Starts the process; its standard error goes to that file. */
    protected abstract Process start(Path errors) throws Exception;

    @BeforeEach
    final void open() throws Exception {
        stderr = directory.resolve("stderr");
        opened = new StdioTestConnection(start(stderr), REVISION, true);
    }

    /** The door to the process. */
    protected final StdioTestConnection connection() {
        return Objects.requireNonNull(opened);
    }

    /** What the process has written to its standard error. */
    protected final String stderrText() throws IOException {
        return Files.readString(stderr);
    }

    @AfterEach
    final void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private static List<Integer> errorCodes(ReceivedMessages heard) {
        return heard.messages().stream()
                .map(message -> ParsedResponse.tryParse(Json.parse(new String(message, UTF_8))))
                .map(reply -> reply.orElseThrow().code())
                .toList();
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void a_message_on_two_lines_is_two_bad_lines() {
        ReceivedMessages heard =
                connection().send("{\"jsonrpc\":\"2.0\",\"id\":1,\n\"method\":\"ping\"}".getBytes(UTF_8), 2);

        assertThat(errorCodes(heard)).containsExactly(-32700, -32700);
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void several_messages_that_arrive_together_are_answered_in_turn() {
        byte[] lines = (new String(PING, UTF_8) + "\r\n\n \n{}\n" + new String(PING, UTF_8)).getBytes(UTF_8);

        ReceivedMessages heard = connection().send(lines, 4);

        assertThat(heard.messages().stream().map(message -> new String(message, UTF_8)))
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
        ReceivedMessages heard = connection().send(PING, 2);

        assertThat(heard.messages()).hasSize(2);
        assertThat(new String(heard.messages().get(0), UTF_8)).contains("-32600", "4194304");
        assertThat(new String(heard.messages().get(1), UTF_8)).contains("\"result\"");
    }

    @Test
    void a_process_that_was_sent_nothing_but_rubbish_ends_well_with_its_input() throws Exception {
        for (InputCase tried : InputCaseReader.read("not-json")) {
            if (tried.appliesTo(connection().target())) {
                connection()
                        .send(
                                tried.sentTemplate().render(REVISION),
                                tried.expected().messageCount());
            }
        }

        assertThat(connection().closeInputAndWait()).isZero();
        assertThat(LeakDetector.findLeak(stderrText())).isEmpty();
    }
}
