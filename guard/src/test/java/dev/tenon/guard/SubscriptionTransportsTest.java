package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.guard.SubscriptionGuardConfig.UpstreamKind;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.McpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, item 29: {@code subscriptions/listen} works from every downstream to every upstream transport, with one and
 * with several servers, with each policy alone and with all. {@code EveryPolicyTest} does the same over standard input
 * and output.
 */
@BlockedThreadCheck
class SubscriptionTransportsTest {
    private static final SubscriptionFilter WANTED =
            SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("test://one"));

    @TempDir
    Path directory;

    private final ResourceCloser resources = new ResourceCloser();
    private final ChangeRecorder changes = new ChangeRecorder();

    /** An exhaustive run tries all combinations; a quick run each policy once, with each transport at least once. */
    static Stream<Arguments> combinations() {
        List<HttpTransportKind> transports = List.of(HttpTransportKind.values());
        List<List<UpstreamKind>> upstreams = SubscriptionGuardConfig.UPSTREAMS;
        List<Arguments> all = new ArrayList<>();
        for (String policy : SubscriptionGuardConfig.policyNames()) {
            // The two numbers are coprime: each pair occurs once, and the first few have all kinds.
            for (int i = 0; i < transports.size() * upstreams.size(); i++) {
                all.add(Arguments.of(
                        policy, transports.get(i % transports.size()), upstreams.get(i % upstreams.size())));
            }
        }
        return CaseSampler.oneOfEach(all, one -> one.get()[0]).stream();
    }

    @AfterEach
    void close() throws Exception {
        resources.close();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("combinations")
    void a_client_is_notified_of_changes(String policy, HttpTransportKind downstream, List<UpstreamKind> upstreams)
            throws Exception {
        List<TestServer> servers = new ArrayList<>();
        List<String> entries = new ArrayList<>();
        for (UpstreamKind upstream : upstreams) {
            TestServer server = resources.add(new TestServer(upstream.revision()));
            servers.add(server);
            entries.add(upstream.toConfigEntry(startHttp(server.server)));
        }
        Path file = directory.resolve("guard.yaml");
        Files.writeString(file, SubscriptionGuardConfig.configWithOnly(policy, entries));
        ConfiguredGuard guard =
                ConfiguredGuard.of(GuardConfigFile.read(file), SubscriptionGuardConfig.newEnvironment(directory));
        resources.add(() -> guard.close(Duration.ZERO));
        TenonHttpServer http = startHttp(guard.serversByPath().get("/mcp"));
        // HTTP+SSE has sessions, whose clients subscribe by other requests.
        Revision era = downstream == HttpTransportKind.SSE ? Revision.V2025_11_25 : Revision.V2026_07_28;
        McpClient client = resources.add(
                McpClient.builder("front", "1").revisions(era).listener(changes).connect(downstream.targetOf(http)));
        Subscription subscription = resources.add(client.subscribe(WANTED));

        assertThat(subscription.acceptedFilter()).isEqualTo(WANTED);
        servers.get(0).server.notifyResourceUpdated("test://one");
        assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("test://one");
        for (TestServer server : servers) {
            server.server.addTool("later").handler((in, call) -> "late");
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
        }
    }

    private TenonHttpServer startHttp(McpServer server) {
        return resources.add(TenonHttpServer.builder(server)
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start());
    }
}
