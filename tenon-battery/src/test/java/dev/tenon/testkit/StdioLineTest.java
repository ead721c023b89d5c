package dev.tenon.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Lines of a specimen. */
class StdioLineTest extends StdioLineContract {
    @Override
    protected Process start(Path errors) {
        return SampleServerProcess.start(errors);
    }

    @Test
    @Covers("core/stdio/stdout-only-mcp")
    void what_a_tool_prints_goes_to_standard_error() throws IOException {
        ReceivedMessages heard = connection().send(TestRequests.call(Revision.V2025_11_25, "p", "pause"), 1);

        assertThat(heard.messages()).hasSize(1);
        assertThat(heard.toString()).contains("paused");
        assertThat(stderrText()).contains("not for the client");
    }
}
