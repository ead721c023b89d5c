package dev.tenon.client.endpoint;

import dev.tenon.transport.DuplexChannel;

/**
 * An existing channel to a server. It can be used for one connection only: when that is lost, the client cannot
 * reconnect.
 *
 * @param channel a channel that has not been opened
 */
public record ChannelTarget(DuplexChannel channel) implements ServerTarget {
    @Override
    public String label() {
        return "a channel";
    }
}
