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

/** The server side of a channel, played by the test: it reads the client's messages and sends the responses. */
final class ScriptedServer implements AutoCloseable {
    static final String NO_CAPABILITIES = "{}";
    static final String EVERYTHING = """
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

    /** Connects on another thread while the test plays the server. */
    static McpClient connect(ClientBuilder builder, ScriptedServer server, Script script) throws Exception {
        try (Background<McpClient> client = new Background<>(() -> builder.connect(server.target()))) {
            script.play();
            return client.result();
        }
    }

    /** Plays the server. */
    interface Script {
        void play() throws Exception;
    }

    /** Plays the server in the discovery of 2026-07-28. */
    void discover(String capabilities) throws InterruptedException {
        Json request = expect("server/discover");
        result(
                request,
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":" + capabilities
                        + ",\"ttlMs\":0,\"cacheScope\":\"private\"}");
    }

    /** Plays the server in a handshake. */
    void initialize(String revision, String capabilities) throws InterruptedException {
        Json request = expect("initialize");
        result(
                request,
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
                        + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
        expect("notifications/initialized");
    }

    /** Returns the next message, which must have this method. */
    Json expect(String method) throws InterruptedException {
        Json message = next();
        Json name = message.get("method");
        if (name == null || !method.equals(name.string())) {
            throw new AssertionError("Expected " + method + ", got " + message);
        }
        return message;
    }

    Json next() throws InterruptedException {
        Json message = received.poll(30, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("The client sent nothing");
        }
        return message;
    }

    /** Returns whether the client sends nothing for a while. */
    boolean isQuiet() throws InterruptedException {
        return received.poll(300, TimeUnit.MILLISECONDS) == null;
    }

    void result(Json request, String result) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    void error(Json request, int code, String message, String data) {
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
