package dev.tenon.client.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A transport whose peer is the test. It records what it is told. */
final class FakeTransport implements ClientTransport {
    final List<JsonRpcMessage> sent = new ArrayList<>();
    final List<RequestId> abandoned = new ArrayList<>();
    final List<RequestId> elsewhere = new ArrayList<>();
    /** Whether {@link #abandon} notifies the server. */
    boolean abandonNotifies;
    /** Called for each message before it counts as sent; may throw. */
    Consumer<JsonRpcMessage> sendHook = message -> {};

    private @Nullable TransportListener listener;
    private boolean closed;

    @Override
    public void open(TransportListener opened) {
        listener = opened;
    }

    /** Passes a message to the listener, as a part of this exchange. */
    boolean receive(String message, @Nullable RequestId exchange) {
        return listener.onMessage(message.getBytes(UTF_8), exchange);
    }

    List<Response> responses() {
        return sent.stream()
                .filter(Response.class::isInstance)
                .map(Response.class::cast)
                .toList();
    }

    /** Returns the ids that cancellation notifications name. */
    List<String> cancelledIds() {
        return sent.stream()
                .filter(message -> message instanceof Notification notification
                        && notification.method().equals("notifications/cancelled"))
                .map(message -> String.valueOf(((Notification) message).params().get("requestId")))
                .toList();
    }

    @Override
    public void send(JsonRpcMessage message, MirroredHeaders headers) {
        sendHook.accept(message);
        if (closed) {
            throw new ConnectionFailedException("The fake transport is closed");
        }
        sent.add(message);
    }

    @Override
    public boolean canSendWithoutBlocking() {
        return true;
    }

    @Override
    public boolean abandon(RequestId id) {
        abandoned.add(id);
        return abandonNotifies;
    }

    @Override
    public void onResponseElsewhere(RequestId id) {
        elsewhere.add(id);
    }

    @Override
    public boolean isOpen() {
        return listener != null && !closed;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            listener.onClosed("The fake transport was closed");
        }
    }
}
