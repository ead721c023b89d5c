package dev.tenon.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The server side of a channel, which the test controls: it reads the client's messages and sends the responses. */
final class ScriptedServer implements AutoCloseable {
    static final String ALL_CAPABILITIES = """
            {"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},\
            "prompts":{"listChanged":true},"logging":{},"completions":{}}""";
    private static final ChannelLimits LIMITS = new ChannelLimits(64 << 20, 10_000, 64 << 20, Duration.ofSeconds(20));

    private final DuplexChannel channel;
    private final ServerTarget target;
    private final BlockingQueue<Json> received = new LinkedBlockingQueue<>();

    ScriptedServer() {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(LIMITS);
        channel = pair.left();
        target = ServerTarget.channel(pair.right());
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                received.add(Json.parse(new String(message, UTF_8)));
            }

            @Override
            public void onOversizedMessage() {
                throw new AssertionError("The client sent too much");
            }

            @Override
            public void onClosed() {}
        });
    }

    ServerTarget target() {
        return target;
    }

    /** Connects on another thread while the script acts as the server. */
    static McpClient connect(ClientBuilder builder, ScriptedServer server, ServerScript script) throws Exception {
        try (BackgroundTask<McpClient> client = new BackgroundTask<>(() -> builder.connect(server.target()))) {
            script.run();
            return client.result();
        }
    }

    /** Reads the messages of the client and sends those of the server. */
    interface ServerScript {
        void run() throws Exception;
    }

    /** Responds to the discovery request of 2026-07-28. */
    void respondToDiscover(String capabilities) throws InterruptedException {
        Json request = expect("server/discover");
        sendResult(
                request,
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":" + capabilities
                        + ",\"ttlMs\":0,\"cacheScope\":\"private\"}");
    }

    /** Responds to the initialize request and reads the initialized notification. */
    void respondToInitialize(String revision, String capabilities) throws InterruptedException {
        Json request = expect("initialize");
        sendResult(
                request,
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
                        + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
        expect("notifications/initialized");
    }

    /** Returns the next message, which must have this method. */
    Json expect(String method) throws InterruptedException {
        Json message = nextMessage();
        Json name = message.get("method");
        if (name == null || !method.equals(name.string())) {
            throw new AssertionError("Expected " + method + ", got " + message);
        }
        return message;
    }

    Json nextMessage() throws InterruptedException {
        Json message = received.poll(30, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("The client sent nothing");
        }
        return message;
    }

    /** Waits 300 ms and returns whether the client has sent no message. */
    boolean hasNoMessage() throws InterruptedException {
        return received.poll(300, TimeUnit.MILLISECONDS) == null;
    }

    void sendResult(Json request, String result) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    void sendError(Json request, int code, String message, String data) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":" + code + ",\"message\":\""
                + message + "\",\"data\":" + data + "}}");
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    @Override
    public void close() {
        channel.close();
    }
}
