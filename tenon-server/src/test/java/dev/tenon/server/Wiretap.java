package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that sends exactly the bytes it is told to and shows what comes back. */
final class Wiretap implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;
    private final Channel channel;
    private final BlockingQueue<Json> received = new LinkedBlockingQueue<>();

    Wiretap(McpServer server) {
        MemoryChannels.Pair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        channel = pair.left();
        server.connect(pair.right(), "memory", null);
        channel.open(new Channel.Receiver() {
            @Override
            public void message(byte[] message) {
                received.add(Json.parse(new String(message, StandardCharsets.UTF_8)));
            }

            @Override
            public void tooLarge() {}

            @Override
            public void closed() {}
        });
    }

    void send(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The next message from the server. */
    Json next() throws InterruptedException {
        Json message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("Nothing came within " + PATIENCE_SECONDS + " s");
        }
        return message;
    }

    Json ask(String text) throws InterruptedException {
        send(text);
        return next();
    }

    /** Opens a session of that revision. */
    Json initialize(String revision, String capabilities) throws InterruptedException {
        Json answer =
                ask("{\"jsonrpc\":\"2.0\",\"id\":\"init\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + revision + "\",\"capabilities\":" + capabilities
                        + ",\"clientInfo\":{\"name\":\"tap\",\"version\":\"1\"}}}");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return answer;
    }

    /** A request of the newest revision with these members of its params, and this id. */
    static String modern(int id, String method, String params, String capabilities) {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":" + capabilities + "}";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + meta
                + (params.isEmpty() ? "" : "," + params) + "}}";
    }

    @Override
    public void close() {
        channel.close();
    }
}
