package dev.tenon.battery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.ledger.Ledger;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Lines of a specimen. */
class StdioLinesTest extends StdioLines {
    @Override
    protected Process start(Path errors) {
        return ChildSpecimen.start(errors);
    }

    @Test
    @Ledger("core/stdio/stdout-only-mcp")
    void what_a_tool_prints_goes_to_standard_error() throws IOException {
        Heard heard = door().send(Requests.call(Revision.V2025_11_25, "p", "pause"), 1);

        assertThat(heard.messages()).hasSize(1);
        assertThat(heard.toString()).contains("paused");
        assertThat(errors()).contains("not for the client");
    }
}
