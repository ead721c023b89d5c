package dev.tenon.guard.internal.forwarder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.stateless.StatelessRouter;
import dev.tenon.guard.internal.stateless.SuspendedCalls;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResumedRouteTest {
    private static final Json PARAMS = Json.parse("{\"name\":\"echo\",\"requestState\":\"again\"}");

    private final McpServer server = McpServer.builder("behind", "1")
            .revisions(Revision.V2025_11_25)
            .enableLogging()
            .tool("echo")
            .handler((in, call) -> "echo")
            .build();
    private final GuardRuntime runtime = new GuardRuntime();
    private final UpstreamConnections upstreams = new UpstreamConnections(
            new UpstreamSettings(
                    "behind",
                    new MemoryTargetResolver(server, InvalidLevelChannel::new),
                    Implementation.of("guard", "1"),
                    ClientLimits.DEFAULT,
                    GuardLimits.DEFAULT.withConnectionsPerCaller(1)),
            LeniencyPolicy.NONE,
            revision -> () -> {},
            runtime);
    private final StatelessRouter router = new StatelessRouter(
            client(ClientCapabilities.NONE.withElicitation(true, false)),
            FakePipelines.interceptor(),
            upstreams,
            new SuspendedCalls(1, Duration.ofMinutes(1), runtime));

    private static FakeClient client(ClientCapabilities capabilities) {
        return new FakeClient(Revision.V2026_07_28, "caller", capabilities);
    }

    /** Makes every request of a level invalid. */
    private static final class InvalidLevelChannel extends ClosableChannel {
        InvalidLevelChannel(DuplexChannel channel) {
            super(channel);
        }

        @Override
        public void send(byte[] message) {
            super.send(new String(message, UTF_8)
                    .replace("\"level\":\"info\"", "\"level\":\"none\"")
                    .getBytes(UTF_8));
        }
    }

    @AfterEach
    void close() {
        upstreams.close();
        runtime.close();
        server.close(Duration.ZERO);
    }

    @Test
    void a_repeated_call_that_cannot_start_leaves_its_connection_idle() throws Exception {
        CallPipeline pipeline = FakePipelines.pipeline(
                Methods.CALL_TOOL,
                PARAMS,
                FakePipelines.call(Map.of(
                        "requestState", arguments -> Json.of("again"),
                        "inputResponses", arguments -> Map.of(),
                        "logLevel", arguments -> Optional.of(LogLevel.INFO))),
                new FakeRequest());
        UpstreamRoute route = router.acquireRoute(pipeline.request(), true);
        assertThatThrownBy(() -> route.starter().start(PARAMS, pipeline)).isInstanceOf(ServerErrorException.class);
        route.release().run();

        try (UpstreamLease other = upstreams.leaseForRequest(client(ClientCapabilities.NONE), false)) {
            assertThat(other.upstream()).as("replaces the idle one").isNotSameAs(route.upstream());
        }
    }
}
