package dev.tenon.transports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.model.Revision;
import dev.tenon.testkit.ReceivedMessages;
import dev.tenon.testkit.StdioLineContract;
import dev.tenon.testkit.TestRequests;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the framing of messages with the sample server. */
class StdioLineTest extends StdioLineContract {
    @Override
    protected Process start(Path stderr) {
        return SampleServerProcess.start(stderr);
    }

    @Test
    @Covers("core/stdio/stdout-only-mcp")
    void output_of_a_tool_goes_to_standard_error() throws IOException {
        ReceivedMessages received = connection().send(TestRequests.call(Revision.V2025_11_25, "p", "pause"), 1);

        assertThat(received.messages()).hasSize(1);
        assertThat(received.toString()).contains("paused");
        assertThat(stderrText()).contains("not for the client");
    }
}
