package dev.tenon.conformance;

import dev.tenon.server.McpServer;
import dev.tenon.server.ServerConnection;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Has a new server do a little of everything, in memory, before anybody waits for it: the suite gives the first answers
 * of a cold machine no more time than the rest.
 */
final class ServerWarmUp implements DuplexChannel.MessageReceiver {
    private static final int TIMEOUT_SECONDS = 10;

    /** The tools that change the lists are called twice, after which the lists are as they were. */
    private static final List<String> REQUESTS = List.of(
            formatRequest("server/discover", ""),
            formatRequest("tools/list", ""),
            formatRequest("resources/read", "\"uri\":\"test://static-text\""),
            formatRequest("prompts/get", "\"name\":\"test_simple_prompt\""),
            toolCall("test_simple_text"),
            toolCall("test_error_handling"),
            toolCall("test_missing_capability"),
            toolCall("test_streaming_elicitation"),
            toolCall("test_logging_tool"),
            toolCall("test_trigger_tool_change"),
            toolCall("test_trigger_tool_change"),
            toolCall("test_trigger_prompt_change"),
            toolCall("test_trigger_prompt_change"));

    private final Semaphore answers = new Semaphore(0);

    private ServerWarmUp() {}

    /** Returns when all has been answered. */
    static void run(McpServer server) throws InterruptedException {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        ServerWarmUp client = new ServerWarmUp();
        try (DuplexChannel channel = pair.left();
                ServerConnection connection = server.connect(pair.right(), "warm-up", null)) {
            channel.open(client);
            for (String request : REQUESTS) {
                channel.send(request.getBytes(StandardCharsets.UTF_8));
                if (!client.answers.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("The server does not answer this: " + request);
                }
            }
        }
    }

    private static String toolCall(String tool) {
        return formatRequest("tools/call", "\"name\":\"" + tool + "\"");
    }

    private static String formatRequest(String method, String params) {
        return """
                {"jsonrpc":"2.0","id":1,"method":"%s","params":{"_meta":{\
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}%s}}""".formatted(method, params.isEmpty() ? "" : "," + params);
    }

    @Override
    public void onMessage(byte[] message) {
        answers.release();
    }

    @Override
    public void onOversizedMessage() {}

    @Override
    public void onClosed() {}
}
