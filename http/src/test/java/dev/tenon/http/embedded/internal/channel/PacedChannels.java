package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Creates channels with a {@link ReadPacer}, for tests of other packages. */
public final class PacedChannels {
    private PacedChannels() {}

    /** Creates a channel with a pacer, which passes on data as they arrive, before this handler. */
    public static EmbeddedChannel create(ChannelHandler handler) {
        ReadPacer pacer = new ReadPacer(new EventLoopMemoryBudgets(1 << 20), Duration.ofMinutes(1), new LongAdder());
        pacer.setSlicing(false);
        return new EmbeddedChannel(pacer, handler);
    }

    /** Returns whether a message is being received, as the pacer of the channel knows. */
    public static boolean isInRequest(EmbeddedChannel channel) {
        return channel.pipeline().get(ReadPacer.class).isInRequest();
    }
}
