package dev.tenon.conformance;

import static dev.tenon.model.Revision.V2024_11_05;
import static dev.tenon.model.Revision.V2025_03_26;
import static dev.tenon.model.Revision.V2025_06_18;
import static dev.tenon.model.Revision.V2025_11_25;
import static dev.tenon.model.Revision.V2026_07_28;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.model.Revision;
import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.ReceivedMessages;
import dev.tenon.testkit.ReferenceResults;
import dev.tenon.testkit.ServerProfile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All cases of malformed input through a guard whose upstream server is on the official Java SDK: over stdio, and as a
 * servlet.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("connections")
@Tag("exhaustive")
class GuardedSdkTest extends GuardedInputContract {
    private static final ReferenceResults STANDARD = new ReferenceResults();
    private static final ServerProfile SDK = OTHERS.withoutCases(
                    "Its handler fails; see below.", "a prompt without its required argument")
            .withSessionErrorCode(
                    -32002,
                    "a resource that is not there",
                    "a resource with something that is no uri",
                    "a resource with dots in its uri")
            .withOwnMessages(
                    "a prompt that is not there", "a completion with a reference to a template that is not there");
    private static GuardedConnections guards;

    GuardedSdkTest(LazyTestConnection connection) {
        super(connection, STANDARD, SDK);
    }

    static Stream<LazyTestConnection> connections() throws Exception {
        String servletMark = GuardedConnections.nextMarker();
        RealServer servlet =
                RealServer.startAndReadUrl(SdkProcess.commandWithMarker(servletMark, SdkSampleServer.class, "/mcp"));
        guards = new GuardedConnections()
                .addStarted(
                        marker -> SdkProcess.commandWithMarker(marker, SdkSampleServer.class, "stdio"),
                        List.of(V2025_11_25, V2026_07_28),
                        List.of(V2024_11_05, V2026_07_28))
                .addListening(
                        servletMark,
                        ((HttpTarget) servlet.target()).uri(),
                        List.of(V2025_03_26, V2026_07_28),
                        List.of(V2025_06_18));
        guards.closeWith(servlet);
        return guards.connections();
    }

    @Test
    void exceptions_of_handlers_become_errors_without_internal_details() {
        for (String failing : List.of(
                "prompts/get\",\"params\":{META\"name\":\"greet\"}",
                "tools/call\",\"params\":{META\"name\":\"throw\"}",
                "tools/call\",\"params\":{META\"name\":\"trace\"}")) {
            Revision revision = connection().target().revision();
            String meta = revision.isStateless()
                    ? "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}},"
                    : "";
            String request = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + failing.replace("META", meta) + "}";
            ReceivedMessages received = connection().send(request.getBytes(UTF_8), 1);
            assertThat(received.toString()).containsAnyOf("\"error\"", "\"isError\":true");
            assertThat(received.toString())
                    .doesNotContain("at java.", "at dev.", "Exception", "io.modelcontextprotocol.", "java.util");
        }
    }

    @AfterAll
    static void close() throws Exception {
        guards.close();
    }
}
