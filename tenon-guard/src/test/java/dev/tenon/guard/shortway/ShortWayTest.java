package dev.tenon.guard.shortway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShortWayTest {
    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2026_07_28", "V2025_11_25"})
    void a_plain_call_over_http_never_leaves_its_event_loop(Revision revision) {
        Ways ways = new Ways(true);
        try (McpServer server = McpServer.named("behind", "1")
                        .tool("echo")
                        .inputSchema(Json.parse("{\"type\":\"object\"}"))
                        .handler((in, call) -> "said " + in.get("text").string())
                        .build();
                TenonHttp behind = TenonHttp.serving(server).port(0).start();
                Guard guard =
                        Guard.before(Target.http(behind.uri())).observers(ways).build();
                TenonHttp front = TenonHttp.serving(guard.server()).port(0).start();
                McpClient client = McpClient.named("c", "1").revisions(revision).connect(Target.http(front.uri()))) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.callTool("echo", Map.of("text", "x"))
                                .content()
                                .toString())
                        .contains("said x");
            }
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isTrue();
            guard.close(Duration.ZERO);
        }
    }
}
