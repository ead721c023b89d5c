package dev.tenon.server.internal.connection;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import java.util.function.BooleanSupplier;

/** Sends all messages of a connection to its channel. */
record ChannelResponseSink(DuplexChannel channel, BooleanSupplier nullIdWhenUnreadable) implements ResponseSink {
    @Override
    public void send(JsonRpcMessage message) {
        try {
            channel.send(MessageWriter.write(message, nullIdWhenUnreadable.getAsBoolean()));
        } catch (ChannelClosedException e) {
            // The client has disconnected.
        }
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        try {
            return channel.trySend(MessageWriter.write(notification));
        } catch (ChannelClosedException e) {
            // The client has disconnected: there is nothing to wait for.
            return true;
        }
    }

    @Override
    public void onWritable(Runnable action) {
        channel.onWritable(action);
    }

    @Override
    public void sendResponse(Response response) {
        enqueue(MessageWriter.write(response, nullIdWhenUnreadable.getAsBoolean()));
    }

    /** Sends a message without waiting. */
    void enqueue(byte[] message) {
        try {
            channel.enqueueEvenIfFull(message);
        } catch (ChannelClosedException e) {
            // The client has disconnected.
        }
    }

    @Override
    public void abandon() {
        // On a connection, a cancelled request gets no response.
    }
}
