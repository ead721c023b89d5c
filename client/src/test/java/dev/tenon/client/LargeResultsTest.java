package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issue 20, item 40: the client's limits allow for what real servers send, such as a whole file or page as a result.
 */
@Timeout(60)
class LargeResultsTest {
    private static final int INSTRUCTION_CHARS = 8 << 20;
    private static final int BLOCK_COUNT = 100_000;

    @Test
    void the_message_limit_applies_to_channels_regardless_of_their_queue_limits() {
        ClientLimits limits =
                ClientLimits.DEFAULT.toBuilder().queue(ChannelLimits.DEFAULT).build();
        assertThat(limits.queue().maxMessageBytes()).isEqualTo(limits.json().bytes());
        ClientLimits lowLimits = limits.toBuilder()
                .json(new JsonLimits(1000, 64, 1000, 100, 1024, 1000))
                .build();
        assertThat(lowLimits.queue().maxMessageBytes()).isEqualTo(1000);
    }

    @Test
    void long_instructions_and_results_with_very_many_blocks_are_accepted() throws Exception {
        String block = "{\"type\":\"text\",\"text\":\"0\"},";
        String content = block.repeat(BLOCK_COUNT - 1) + block.substring(0, block.length() - 1);
        try (MockHttpServer http = new MockHttpServer(request -> request.hasMethod("server/discover")
                        ? request.createResult("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\",\"instructions\":\""
                                + "i".repeat(INSTRUCTION_CHARS) + "\"}")
                        : request.hasMethod("tools/list")
                                ? request.createResult("{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,"
                                        + "\"cacheScope\":\"private\"}")
                                : request.createResult("{\"resultType\":\"complete\",\"content\":[" + content + "]}"));
                McpClient client = McpClient.builder("test", "1").connect(http.target())) {
            assertThat(client.server().instructions()).hasSize(INSTRUCTION_CHARS);
            assertThat(client.callTool("pages", Map.of()).content()).hasSize(BLOCK_COUNT);
        }
    }
}
