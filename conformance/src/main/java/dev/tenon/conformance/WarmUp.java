package dev.tenon.conformance;

import dev.tenon.server.McpServer;
import dev.tenon.server.ServerConnection;
import dev.tenon.transport.Channel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Has a new server do a little of everything, in memory, before anybody waits for it: the suite gives the first answers of
 * a cold machine no more time than the rest.
 */
final class WarmUp implements Channel.Receiver {
    private static final int PATIENCE_SECONDS = 10;

    /** The tools that change the lists are called twice, after which the lists are as they were. */
    private static final List<String> REQUESTS = List.of(
            request("server/discover", ""),
            request("tools/list", ""),
            request("resources/read", "\"uri\":\"test://static-text\""),
            request("prompts/get", "\"name\":\"test_simple_prompt\""),
            call("test_simple_text"),
            call("test_error_handling"),
            call("test_missing_capability"),
            call("test_streaming_elicitation"),
            call("test_logging_tool"),
            call("test_trigger_tool_change"),
            call("test_trigger_tool_change"),
            call("test_trigger_prompt_change"),
            call("test_trigger_prompt_change"));

    private final Semaphore answers = new Semaphore(0);

    private WarmUp() {}

    /** Returns when all has been answered. */
    static void of(McpServer server) throws InterruptedException {
        MemoryChannels.Pair pair = MemoryChannels.pair(server.channelLimits());
        WarmUp client = new WarmUp();
        try (Channel channel = pair.left();
                ServerConnection connection = server.connect(pair.right(), "warm-up", null)) {
            channel.open(client);
            for (String request : REQUESTS) {
                channel.send(request.getBytes(StandardCharsets.UTF_8));
                if (!client.answers.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("The server does not answer this: " + request);
                }
            }
        }
    }

    private static String call(String tool) {
        return request("tools/call", "\"name\":\"" + tool + "\"");
    }

    private static String request(String method, String params) {
        return """
                {"jsonrpc":"2.0","id":1,"method":"%s","params":{"_meta":{\
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}%s}}""".formatted(method, params.isEmpty() ? "" : "," + params);
    }

    @Override
    public void message(byte[] message) {
        answers.release();
    }

    @Override
    public void tooLarge() {}

    @Override
    public void closed() {}
}
