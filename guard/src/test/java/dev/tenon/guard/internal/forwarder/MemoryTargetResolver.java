package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Connects to a server in this JVM, each time by a new channel that {@code channelWrapper} wraps. */
record MemoryTargetResolver(McpServer server, UnaryOperator<DuplexChannel> channelWrapper) implements TargetResolver {
    @Override
    public String label() {
        return "memory";
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        server.connect(pair.left(), "memory", null);
        return ServerTarget.channel(channelWrapper.apply(pair.right()));
    }
}
