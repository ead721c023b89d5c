package dev.tenon.battery;

import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.Channel;
import dev.tenon.transport.MemoryChannels;
import java.util.List;

/** To a server in the same process. */
public final class MemoryDoor extends ChannelDoor {
    private final Channel channel;

    /** Connects to that server. */
    public MemoryDoor(McpServer server, Revision revision) {
        super("memory", Carrier.CHANNEL, revision);
        MemoryChannels.Pair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        server.connect(pair.right(), "memory", null);
        channel.open(new Channel.Receiver() {
            @Override
            public void message(byte[] message) {
                arrived(message);
            }

            @Override
            public void tooLarge() {
                throw new AssertionError("The server sent a message beyond the limit");
            }

            @Override
            public void closed() {
                ended();
            }
        });
        openSession();
    }

    @Override
    Heard write(byte[] message) {
        channel.send(message.clone());
        return Heard.on(List.of());
    }

    @Override
    public void close() {
        channel.close();
    }
}
