package dev.tenon.conformance;

import static dev.tenon.model.Revision.V2025_03_26;
import static dev.tenon.model.Revision.V2025_11_25;
import static dev.tenon.model.Revision.V2026_07_28;

import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.ReferenceResults;
import dev.tenon.testkit.ServerProfile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All cases of malformed input through a guard whose upstream server is the everything server of the MCP project. */
@ParameterizedClass(name = "{0}")
@MethodSource("connections")
@Tag("exhaustive")
class GuardedEverythingTest extends GuardedInputContract {
    private static final ReferenceResults STANDARD = new ReferenceResults();
    private static final ServerProfile EVERYTHING = OTHERS.withReplacement("{\"text\":", "{\"message\":")
            .withReplacement(
                    "\"hold\"", "\"trigger-long-running-operation\",\"arguments\":{\"duration\":1.5,\"steps\":1}")
            .withReplacement("held", "completed")
            .withReplacement("\"pause\"", "\"echo\",\"arguments\":{\"message\":\"paused\"}")
            .withReplacement("battery://text", "demo://resource/dynamic/text/1")
            .withReplacement("battery://item/", "demo://resource/dynamic/text/")
            .withReplacement("\"greet\"", "\"args-prompt\"")
            .withoutCases("Its schema allows more arguments.", "a tool call with an unknown argument")
            .withoutCases("This server calls it a failure of its own.", "a resource with something that is no uri")
            .withOwnMessages(
                    "a prompt without its required argument",
                    "a completion with a reference to a template that is not there");

    private static GuardedConnections guards;

    GuardedEverythingTest(LazyTestConnection connection) {
        super(connection, STANDARD, EVERYTHING);
    }

    static Stream<LazyTestConnection> connections() throws Exception {
        NodeScripts node = NodeRequirement.orSkip(GuardedEverythingTest.class);
        guards = new GuardedConnections()
                .addStarted(
                        marker -> node.command(RealServersTest.PACKAGE, "stdio", marker),
                        List.of(V2025_11_25, V2026_07_28),
                        List.of(V2025_03_26, V2025_11_25, V2026_07_28));
        return guards.connections();
    }

    @Override
    protected void awaitHold() {
        // Requests of one session are processed in order; this is for independent ones.
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected void releaseHold() {
        // The operation ends by itself.
    }

    @AfterAll
    static void close() throws Exception {
        if (guards != null) {
            guards.close();
        }
    }
}
