package dev.tenon.guard.internal;

import dev.tenon.client.Target;
import dev.tenon.guard.credentials.Route;
import dev.tenon.server.McpServer;
import dev.tenon.server.Principal;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Leads each connection to a server in this JVM, by a channel of its own, which the guard sees as {@code change} makes it. */
record MemoryRoute(McpServer behind, UnaryOperator<Channel> change) implements Route {
    @Override
    public String label() {
        return "memory";
    }

    @Override
    public Target target(Optional<Principal> caller) {
        MemoryChannels.Pair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        behind.connect(pair.left(), "memory", null);
        return Target.channel(change.apply(pair.right()));
    }
}
