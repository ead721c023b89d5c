package dev.tenon.guard.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 20, item 22: first use of a server is one limited listing of its tools. Later tools are new. */
class FirstUseTest {
    /** How many pages clients list by themselves: more than the first listing. */
    private static final ClientLimits FEW_PAGES =
            ClientLimits.DEFAULT.toBuilder().pages(15).listItems(1_000_000).build();

    @TempDir
    Path directory;

    private PinLockFile file() {
        return new PinLockFile(directory.resolve("tenon.lock"));
    }

    private Guard guard(ServerTarget upstream) {
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(
                        new PinPolicy(new PinStore(file(), NewToolMode.TRUST_FIRST)), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        return Guard.builder(upstream)
                .policies(policies)
                .upstreamName("behind")
                .clientLimits(FEW_PAGES)
                .build();
    }

    private static McpClient client(TenonHttpServer downstream, Revision revision) {
        return McpClient.builder("front", "1")
                .limits(FEW_PAGES)
                .revisions(revision)
                .connect(ServerTarget.http(downstream.uri()));
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void of_an_endless_list_only_the_first_listing_is_approved(Revision revision) throws Exception {
        try (EndlessServer upstream = new EndlessServer();
                Guard guard = guard(ServerTarget.http(upstream.uri()));
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = client(downstream, revision)) {
            assertThat(client.callTool("tool-7", Map.of()).content().toString()).contains("done");
            int listedPages = upstream.pageCount();
            int approved = file().read().servers().get("behind").size();
            assertThat(approved).isEqualTo(10_000);

            // A client that lists more pages finds no end, and nothing more is approved.
            assertThatThrownBy(() -> client.tools().toList()).isInstanceOf(InvalidResponseException.class);
            assertThat(upstream.pageCount()).isGreaterThan(listedPages);
            assertThatThrownBy(() -> client.callTool("tool-10200", Map.of())).isInstanceOf(ServerErrorException.class);
            assertThat(file().read().servers().get("behind")).hasSize(approved);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_call_before_the_first_list_waits_for_the_listing_and_later_tools_are_new(Revision revision) {
        McpServer upstream = McpServer.builder("behind", "1")
                .tool("first")
                .handler((in, call) -> "said")
                .build();
        try (TenonHttpServer upstreamHttp =
                        TenonHttpServer.builder(upstream).port(0).start();
                Guard guard = guard(ServerTarget.http(upstreamHttp.uri()));
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = client(downstream, revision)) {
            assertThat(client.callTool("first", Map.of()).content().toString()).contains("said");
            assertThat(file().read().servers().get("behind")).containsOnlyKeys("first");

            upstream.addTool("later").handler((in, call) -> "said");

            assertThat(client.tools().toList()).extracting(tool -> tool.name()).containsExactly("first");
            assertThatThrownBy(() -> client.callTool("later", Map.of())).isInstanceOf(ServerErrorException.class);
            assertThat(file().read().servers().get("behind")).containsOnlyKeys("first");
        } finally {
            upstream.close(Duration.ZERO);
        }
    }
}
