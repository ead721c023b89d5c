package dev.tenon.client;

import dev.tenon.transport.Channel;

/**
 * A channel that leads to a server already. It can be used for one connection only: once it is lost there is no way back.
 *
 * @param channel not opened yet
 */
public record ChannelTarget(Channel channel) implements Target {
    @Override
    public String label() {
        return "a channel";
    }
}
