package dev.tenon.guard.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.http.embedded.TenonHttp;
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

/** Issue 20, item 22: first use of a server is one bounded walk of its tool list, once. What comes later is new. */
class FirstUseTest {
    /** How far clients look for a tool by themselves: further than the first walk goes. */
    private static final ClientLimits FEW_PAGES =
            ClientLimits.DEFAULT.change().pages(15).listItems(1_000_000).build();

    @TempDir
    Path directory;

    private LockFile file() {
        return new LockFile(directory.resolve("tenon.lock"));
    }

    private Guard guard(Target behind) {
        Policies policies = new Policies(
                List.of(new Policies.Post(new PinPolicy(new Pins(file(), NewTools.TRUST_FIRST)), Mode.ENFORCE)),
                Findings.NONE);
        return Guard.before(behind)
                .policies(policies)
                .name("behind")
                .clientLimits(FEW_PAGES)
                .build();
    }

    private static McpClient client(TenonHttp front, Revision revision) {
        return McpClient.named("front", "1")
                .limits(FEW_PAGES)
                .revisions(revision)
                .connect(Target.http(front.uri()));
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void of_a_list_without_an_end_only_the_first_walk_is_approved(Revision revision) throws Exception {
        try (EndlessServer behind = new EndlessServer();
                Guard guard = guard(Target.http(behind.uri()));
                TenonHttp front = TenonHttp.serving(guard.server()).port(0).start();
                McpClient client = client(front, revision)) {
            assertThat(client.callTool("tool-7", Map.of()).content().toString()).contains("done");
            int walked = behind.pages();
            int approved = file().read().servers().get("behind").size();
            assertThat(approved).isEqualTo(10_000);

            // A client that lists further than the walk went finds no end, and nothing is approved for that.
            assertThatThrownBy(() -> client.tools().all()).isInstanceOf(BadAnswerException.class);
            assertThat(behind.pages()).isGreaterThan(walked);
            assertThatThrownBy(() -> client.callTool("tool-10200", Map.of())).isInstanceOf(ServerErrorException.class);
            assertThat(file().read().servers().get("behind")).hasSize(approved);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_call_before_the_first_list_waits_for_the_walk_and_what_comes_later_is_new(Revision revision) {
        McpServer behind = McpServer.named("behind", "1")
                .tool("first")
                .handler((in, call) -> "said")
                .build();
        try (TenonHttp behindHttp = TenonHttp.serving(behind).port(0).start();
                Guard guard = guard(Target.http(behindHttp.uri()));
                TenonHttp front = TenonHttp.serving(guard.server()).port(0).start();
                McpClient client = client(front, revision)) {
            assertThat(client.callTool("first", Map.of()).content().toString()).contains("said");
            assertThat(file().read().servers().get("behind")).containsOnlyKeys("first");

            behind.tool("later").handler((in, call) -> "said");

            assertThat(client.tools().all()).extracting(tool -> tool.name()).containsExactly("first");
            assertThatThrownBy(() -> client.callTool("later", Map.of())).isInstanceOf(ServerErrorException.class);
            assertThat(file().read().servers().get("behind")).containsOnlyKeys("first");
        } finally {
            behind.close(Duration.ZERO);
        }
    }
}
