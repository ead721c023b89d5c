package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import java.util.function.BooleanSupplier;

/** On a connection, everything goes the same way: down the channel. */
record ChannelExchange(Channel channel, BooleanSupplier nullId) implements Exchange {
    @Override
    public void send(Message message) {
        try {
            channel.send(MessageWriter.write(message, nullId.getAsBoolean()));
        } catch (ChannelClosedException e) {
            // The client has gone.
        }
    }

    @Override
    public boolean tryNotify(Notification notification) {
        try {
            return channel.trySend(MessageWriter.write(notification));
        } catch (ChannelClosedException e) {
            // The client has gone: nothing waits for room.
            return true;
        }
    }

    @Override
    public void onWritable(Runnable action) {
        channel.onWritable(action);
    }

    @Override
    public void reply(Response response) {
        enqueue(MessageWriter.write(response, nullId.getAsBoolean()));
    }

    /** Sends a message without waiting. */
    void enqueue(byte[] message) {
        try {
            channel.enqueue(message);
        } catch (ChannelClosedException e) {
            // The client has gone.
        }
    }

    @Override
    public void abandon() {
        // On a connection a cancelled request simply gets no answer.
    }
}
