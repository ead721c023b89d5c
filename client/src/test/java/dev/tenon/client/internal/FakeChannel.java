package dev.tenon.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A channel whose peer is the test: it records what is sent, and passes scripted responses to the receiver before
 * {@link #send} returns. It can be opened again after its end.
 */
public final class FakeChannel implements DuplexChannel {
    /** The result of the discovery request of a server with tools. */
    public static final String DISCOVERED = "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\"}";

    /** The sent messages of all connections. */
    public final List<Json> sent = new ArrayList<>();

    /** Called when the channel is opened; may throw. */
    public Runnable openHook = () -> {};

    private final Map<String, Consumer<Json>> reactions = new HashMap<>();
    private MessageReceiver receiver;
    private boolean open;
    private int openCount;

    /** Responds to the discovery request as a server of 2026-07-28. */
    public FakeChannel respondToDiscover() {
        return respondTo("server/discover", DISCOVERED);
    }

    /** Responds to each message with this method. */
    public FakeChannel respondTo(String method, String result) {
        return on(method, request -> receiveResult(request, result));
    }

    /** Calls a reaction for each sent message with this method; replaces the previous reaction. */
    public FakeChannel on(String method, Consumer<Json> reaction) {
        reactions.put(method, reaction);
        return this;
    }

    /** Returns the sent messages with this method. */
    public List<Json> sent(String method) {
        return sent.stream()
                .filter(message -> method.equals(message.string("method")))
                .toList();
    }

    public boolean isOpen() {
        return open;
    }

    public int openCount() {
        return openCount;
    }

    public void receiveResult(Json request, String result) {
        receive("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    public void receiveError(Json request, int code, String data) {
        receive("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":" + code
                + ",\"message\":\"no\",\"data\":" + data + "}}");
    }

    /** Passes a message to the receiver. */
    public void receive(String message) {
        receiver.onMessage(message.getBytes(UTF_8));
    }

    @Override
    public void open(MessageReceiver opened) {
        openHook.run();
        receiver = opened;
        open = true;
        openCount++;
    }

    @Override
    public void send(byte[] message) {
        if (!open) {
            throw new ChannelClosedException("The fake channel is closed");
        }
        Json json = Json.parse(new String(message, UTF_8));
        sent.add(json);
        reactions
                .getOrDefault(String.valueOf(json.string("method")), ignored -> {})
                .accept(json);
    }

    @Override
    public void enqueueEvenIfFull(byte[] message) {
        send(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        send(message);
        return true;
    }

    @Override
    public void onWritable(Runnable action) {
        action.run();
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            receiver.onClosed();
        }
    }
}
