package dev.tenon.conformance;

import dev.tenon.testkit.StdioLineContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Line framing of a guard whose upstream server is on the official Java SDK. */
@Tag("exhaustive")
class GuardedSdkLinesTest extends StdioLineContract {
    @Override
    protected Process start(Path errors) throws Exception {
        return GuardProgram.start(errors, SdkProcess.command(SdkSampleServer.class, "stdio"));
    }
}
