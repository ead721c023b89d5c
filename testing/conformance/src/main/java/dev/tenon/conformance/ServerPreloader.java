package dev.tenon.conformance;

import dev.tenon.server.ConnectionHandle;
import dev.tenon.server.McpServer;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Sends some of every kind of request to a new server in memory before it is used: the suite does not allow more time
 * for the first responses of a cold JVM.
 */
final class ServerPreloader implements DuplexChannel.MessageReceiver {
    private static final int TIMEOUT_SECONDS = 10;

    /** Tools that change the lists are called twice, which restores the lists. */
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

    private final Semaphore responses = new Semaphore(0);

    private ServerPreloader() {}

    /** Returns when the server has answered all requests. */
    static void run(McpServer server) throws InterruptedException {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        ServerPreloader client = new ServerPreloader();
        try (DuplexChannel channel = pair.left();
                ConnectionHandle connection = server.connect(pair.right(), "warm-up", null)) {
            channel.open(client);
            for (String request : REQUESTS) {
                channel.send(request.getBytes(StandardCharsets.UTF_8));
                if (!client.responses.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("No response within " + TIMEOUT_SECONDS + " s to " + request);
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
        responses.release();
    }

    @Override
    public void onOversizedMessage() {}

    @Override
    public void onClosed() {}
}
