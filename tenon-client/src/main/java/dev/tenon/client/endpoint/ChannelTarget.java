package dev.tenon.client.endpoint;

import dev.tenon.transport.DuplexChannel;

/**
 * A channel that leads to a server already. It can be used for one connection only: once it is lost there is no way
 * back.
 *
 * @param channel not opened yet
 */
public record ChannelTarget(DuplexChannel channel) implements ServerTarget {
    @Override
    public String label() {
        return "a channel";
    }
}
