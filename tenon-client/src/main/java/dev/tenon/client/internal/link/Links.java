package dev.tenon.client.internal.link;

import dev.tenon.client.ChannelTarget;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.concurrent.RuntimeScheduler;
import java.util.concurrent.ExecutorService;

/** Makes the link that leads to a target. */
public final class Links {
    private Links() {}

    /**
     * A link that is not open yet.
     *
     * @param threads run what the link does, and must live longer than it
     * @param scheduler runs what is due later, and must live longer than it
     * @throws dev.tenon.client.ConnectionFailedException when a program cannot be started
     */
    public static Link to(Target target, ClientLimits limits, ExecutorService threads, RuntimeScheduler scheduler) {
        if (target instanceof CommandTarget command) {
            ProcessChannel process = ProcessChannel.start(command, limits.queue());
            return new ChannelLink(process, process::epitaph);
        }
        if (target instanceof ChannelTarget channel) {
            return new ChannelLink(channel.channel(), () -> "The server closed the connection");
        }
        return http((HttpTarget) target, limits, threads, scheduler);
    }

    private static Link http(
            HttpTarget target, ClientLimits limits, ExecutorService threads, RuntimeScheduler scheduler) {
        if (target.kind() == HttpTarget.Kind.STREAMABLE) {
            return new StreamableLink(target, limits, threads, scheduler);
        }
        NetworkChannel channel = target.kind() == HttpTarget.Kind.SSE
                ? new HttpSseChannel(target, limits, threads, scheduler)
                : new WebSocketChannel(target, limits, threads, scheduler);
        return new ChannelLink(channel, channel::ending);
    }
}
