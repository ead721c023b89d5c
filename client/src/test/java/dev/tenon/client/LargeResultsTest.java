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
    private static final int INSTRUCTIONS = 8 << 20;
    private static final int BLOCKS = 100_000;

    @Test
    void the_message_limit_applies_to_channels_regardless_of_their_queue_limits() {
        ClientLimits limits =
                ClientLimits.DEFAULT.toBuilder().queue(ChannelLimits.DEFAULT).build();
        assertThat(limits.queue().maxMessageBytes()).isEqualTo(limits.json().bytes());
        ClientLimits small = limits.toBuilder()
                .json(new JsonLimits(1000, 64, 1000, 100, 1024, 1000))
                .build();
        assertThat(small.queue().maxMessageBytes()).isEqualTo(1000);
    }

    @Test
    void long_instructions_and_results_with_very_many_blocks_are_accepted() throws Exception {
        String block = "{\"type\":\"text\",\"text\":\"0\"},";
        String content = block.repeat(BLOCKS - 1) + block.substring(0, block.length() - 1);
        try (TinyHttp web = new TinyHttp(request -> request.is("server/discover")
                        ? request.result("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\",\"instructions\":\""
                                + "i".repeat(INSTRUCTIONS) + "\"}")
                        : request.is("tools/list")
                                ? request.result("{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,"
                                        + "\"cacheScope\":\"private\"}")
                                : request.result("{\"resultType\":\"complete\",\"content\":[" + content + "]}"));
                McpClient client = McpClient.builder("test", "1").connect(web.target())) {
            assertThat(client.server().instructions()).hasSize(INSTRUCTIONS);
            assertThat(client.callTool("pages", Map.of()).content()).hasSize(BLOCKS);
        }
    }
}
