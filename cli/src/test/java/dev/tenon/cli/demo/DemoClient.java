package dev.tenon.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.ConnectionHandle;
import dev.tenon.server.McpServer;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A client in memory, of either era, that responds to every request of the server. */
final class DemoClient implements DuplexChannel.MessageReceiver, AutoCloseable {
    private static final String CAPABILITIES = """
            {"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}""";

    private final BlockingQueue<Json> receivedMessages = new LinkedBlockingQueue<>();
    private final List<Json> notifications = new ArrayList<>();
    private final Revision revision;
    private final DuplexChannel channel;
    private final ConnectionHandle connection;
    private final UnaryOperator<Json> requestHandler;
    private int id;

    /** Connects; {@code requestHandler} maps a request of the server to its result. */
    DemoClient(McpServer server, Revision revision, UnaryOperator<Json> requestHandler) throws InterruptedException {
        this.revision = revision;
        this.requestHandler = requestHandler;
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        connection = server.connect(pair.right(), "memory", null);
        channel.open(this);
        if (!revision.isStateless()) {
            sendRequest("initialize", """
                    "protocolVersion":"%s","capabilities":%s,"clientInfo":{"name":"test","version":"1"}""".formatted(revision, CAPABILITIES));
            send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        }
    }

    /** Calls a tool and returns its result after all input requests. */
    Json callTool(String tool, String arguments) throws InterruptedException {
        return sendRequest("tools/call", "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments));
    }

    /** Calls a tool and returns the text of its first content. */
    String callToolForText(String tool, String arguments) throws InterruptedException {
        return callTool(tool, arguments)
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }

    /** Sends a request and returns its result or error. */
    Json sendRequest(String method, String members) throws InterruptedException {
        Json result = exchange(method, members);
        while (result.get("resultType") != null
                && "input_required".equals(result.get("resultType").string())) {
            Map<String, Json> responses = new LinkedHashMap<>();
            result.get("inputRequests")
                    .members()
                    .forEach((key, request) -> responses.put(key, requestHandler.apply(request)));
            result = exchange(
                    method,
                    members + ",\"inputResponses\":" + Json.of(responses) + ",\"requestState\":"
                            + result.get("requestState"));
        }
        return result;
    }

    private Json exchange(String method, String members) throws InterruptedException {
        int requestId = ++id;
        send("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}"
                .formatted(requestId, method, withMeta(members)));
        while (true) {
            Json message = nextMessage();
            if (message.get("method") == null) {
                return message.get("result") == null ? message.get("error") : message.get("result");
            }
            if (message.get("id") == null) {
                notifications.add(message);
            } else {
                send("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + requestHandler.apply(message)
                        + "}");
            }
        }
    }

    private String withMeta(String members) {
        String statelessMeta = revision.isStateless() ? """
                ,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/logLevel":"debug",\
                "io.modelcontextprotocol/clientCapabilities":""" + CAPABILITIES : "";
        return members + (members.isEmpty() ? "" : ",") + "\"_meta\":{\"progressToken\":" + id + statelessMeta + "}";
    }

    private void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    /** Returns the next message. */
    Json nextMessage() throws InterruptedException {
        Json message = receivedMessages.poll(30, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("No message arrived");
        }
        return message;
    }

    /** Returns the notifications that arrived during requests. */
    List<Json> notifications(String method) {
        return notifications.stream()
                .filter(notification -> method.equals(notification.get("method").string()))
                .toList();
    }

    @Override
    public void onMessage(byte[] message) {
        receivedMessages.add(Json.parse(new String(message, UTF_8)));
    }

    @Override
    public void onOversizedMessage() {}

    @Override
    public void onClosed() {}

    @Override
    public void close() {
        connection.close();
        channel.close();
    }
}
