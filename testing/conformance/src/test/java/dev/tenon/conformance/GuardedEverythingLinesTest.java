package dev.tenon.conformance;

import dev.tenon.testkit.StdioLineContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Line framing of a guard whose upstream server is the everything server. */
@Tag("exhaustive")
class GuardedEverythingLinesTest extends StdioLineContract {
    @Override
    protected Process start(Path errors) throws Exception {
        NodeScripts node = NodeRequirement.orSkip(GuardedEverythingLinesTest.class);
        return GuardProgram.start(errors, node.command(RealServersTest.PACKAGE, "stdio"));
    }
}
