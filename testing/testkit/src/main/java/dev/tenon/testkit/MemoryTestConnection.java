package dev.tenon.testkit;

import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.List;

/** A connection to a server in the same process. */
public final class MemoryTestConnection extends ChannelTestConnection {
    private final DuplexChannel channel;

    /** Connects to a server. */
    public MemoryTestConnection(McpServer server, Revision revision) {
        super("memory", TransportKind.CHANNEL, revision);
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        server.connect(pair.right(), "memory", null);
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                addReceived(message);
            }

            @Override
            public void onOversizedMessage() {
                throw new AssertionError("The server sent a message that exceeds the limit");
            }

            @Override
            public void onClosed() {
                markEnded();
            }
        });
        openSession();
    }

    @Override
    ReceivedMessages writeMessage(byte[] message) {
        channel.send(message.clone());
        return ReceivedMessages.ofChannel(List.of());
    }

    @Override
    public void close() {
        channel.close();
    }
}
