package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** One end of a connection, spoken and read letter by letter. */
final class Line implements DuplexChannel.MessageReceiver, AutoCloseable {
    private final DuplexChannel channel;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final UnaryOperator<Json> answering;

    private Line(DuplexChannel channel, UnaryOperator<Json> answering) {
        this.channel = channel;
        this.answering = answering;
        channel.open(this);
    }

    /** A client of that server. */
    static Line to(McpServer server) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        server.connect(pair.left(), "memory", null);
        return new Line(pair.right(), message -> Json.NULL);
    }

    /** A server at this end, which answers each message like this, or not where that is null. */
    static Line serving(DuplexChannel channel, UnaryOperator<Json> answering) {
        return new Line(channel, answering);
    }

    void say(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    Json heard() throws InterruptedException {
        String text = heard.poll(30, TimeUnit.SECONDS);
        assertThat(text).as("something is heard").isNotNull();
        return Json.parse(text);
    }

    @Override
    public void onMessage(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        heard.add(text);
        Json answer = answering.apply(Json.parse(text));
        if (!answer.isNull()) {
            say(answer.toString());
        }
    }

    @Override
    public void onOversizedMessage() {
        heard.add("\"too large\"");
    }

    @Override
    public void onClosed() {
        heard.add("\"closed\"");
    }

    @Override
    public void close() {
        channel.close();
    }
}
