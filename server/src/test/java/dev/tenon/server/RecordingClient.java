package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A client over an in-memory channel that sends given texts and returns the received messages. */
final class RecordingClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final DuplexChannel channel;
    private final BlockingQueue<Json> received = new LinkedBlockingQueue<>();
    private final AtomicInteger ids = new AtomicInteger(100);
    private String capabilities = "{}";
    private String metaMembers = "";

    RecordingClient(McpServer server) {
        this(server, null);
    }

    RecordingClient(McpServer server, @Nullable CallerPrincipal principal) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        server.connect(pair.right(), "memory", principal);
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                received.add(Json.parse(new String(message, StandardCharsets.UTF_8)));
            }

            @Override
            public void onOversizedMessage() {}

            @Override
            public void onClosed() {}
        });
    }

    /** Sets the capabilities for the following stateless requests. */
    RecordingClient withCapabilities(String clientCapabilities) {
        capabilities = clientCapabilities;
        return this;
    }

    /** Sets further members of {@code _meta} for the following stateless requests; the text starts with a comma. */
    RecordingClient withMeta(String members) {
        metaMembers = members;
        return this;
    }

    void send(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the next message from the server. */
    Json next() throws InterruptedException {
        Json message = received.poll(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (message == null) {
            throw new AssertionError("No message arrived within " + TIMEOUT);
        }
        return message;
    }

    /** Returns whether no message arrives for this time. */
    boolean isQuietFor(Duration time) throws InterruptedException {
        return received.poll(time.toMillis(), TimeUnit.MILLISECONDS) == null;
    }

    /** Sends text and returns the next message. */
    Json sendAndReceive(String text) throws InterruptedException {
        send(text);
        return next();
    }

    /** The response to a request and the messages before it. */
    record ReceivedResponse(List<Json> precedingMessages, Json response) {
        Json result() {
            Json result = response.get("result");
            if (result == null) {
                throw new AssertionError("No result: " + response);
            }
            return result;
        }

        Json error() {
            Json error = response.get("error");
            if (error == null) {
                throw new AssertionError("No error: " + response);
            }
            return error;
        }

        int code() {
            return error().get("code").number().intValue();
        }

        String message() {
            return error().get("message").string();
        }

        /** Returns the text of the first content of a tool result. */
        String text() {
            return result().get("content").elements().get(0).get("text").string();
        }

        boolean isToolError() {
            Json flag = result().get("isError");
            return flag != null && flag.bool();
        }
    }

    /** Opens a session with this revision. */
    Json initialize(String revision, String clientCapabilities) throws InterruptedException {
        Json response = sendAndReceive(
                "{\"jsonrpc\":\"2.0\",\"id\":\"init\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + revision + "\",\"capabilities\":" + clientCapabilities
                        + ",\"clientInfo\":{\"name\":\"tap\",\"version\":\"1\"}}}");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return response.get("result") == null ? response : response.get("result");
    }

    /** Sends a request in the session; its params are an object, or empty for none. */
    ReceivedResponse callSessionMethod(String method, String params) throws InterruptedException {
        return exchange(request(ids.incrementAndGet(), method, params));
    }

    /** Sends a stateless request with these members in its params. */
    ReceivedResponse callStateless(String method, String members) throws InterruptedException {
        return exchange(modernRequest(ids.incrementAndGet(), method, members));
    }

    /** Calls a tool by a stateless request. */
    ReceivedResponse call(String tool, String arguments) throws InterruptedException {
        return callStateless("tools/call", "\"name\":\"" + tool + "\",\"arguments\":" + arguments);
    }

    /** Calls a tool in the session. */
    ReceivedResponse callInSession(String tool, String arguments) throws InterruptedException {
        return callSessionMethod("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    String modernRequest(int id, String method, String members) {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":" + capabilities + metaMembers + "}";
        return request(id, method, "{" + meta + (members.isEmpty() ? "" : "," + members) + "}");
    }

    static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\""
                + (params.isEmpty() ? "" : ",\"params\":" + params) + "}";
    }

    private ReceivedResponse exchange(String request) throws InterruptedException {
        RequestId id = new RequestId(Json.parse(request).get("id"));
        send(request);
        List<Json> precedingMessages = new ArrayList<>();
        while (true) {
            Json message = next();
            boolean isResponse = id.json().equals(message.get("id")) && message.get("method") == null;
            if (isResponse) {
                return new ReceivedResponse(precedingMessages, message);
            }
            precedingMessages.add(message);
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
