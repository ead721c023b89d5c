package dev.tenon.client.internal.link;

import dev.tenon.client.ChannelTarget;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import java.util.concurrent.ExecutorService;

/** Makes the link that leads to a target. */
public final class Links {
    private Links() {}

    /**
     * A link that is not open yet.
     *
     * @throws dev.tenon.client.ConnectionFailedException when a program cannot be started
     */
    public static Link to(Target target, ClientLimits limits, ExecutorService threads) {
        if (target instanceof CommandTarget command) {
            ProcessChannel process = ProcessChannel.start(command, limits.queue());
            return new ChannelLink(process, process::epitaph);
        }
        if (target instanceof ChannelTarget channel) {
            return new ChannelLink(channel.channel());
        }
        return new StreamableLink((HttpTarget) target, limits, threads);
    }
}
