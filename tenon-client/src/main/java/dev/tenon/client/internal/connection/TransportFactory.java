package dev.tenon.client.internal.connection;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ChannelTarget;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.ChannelTransport;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.network.HttpSseChannel;
import dev.tenon.client.internal.transport.network.NetworkChannel;
import dev.tenon.client.internal.transport.network.WebSocketClientChannel;
import dev.tenon.client.internal.transport.process.ProcessChannel;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.util.concurrent.ExecutorService;

/** Makes the link that leads to a target. */
public final class TransportFactory {
    private TransportFactory() {}

    /**
     * A link that is not open yet.
     *
     * @param threads run what the link does, and must live longer than it
     * @param scheduler runs what is due later, and must live longer than it
     * @throws dev.tenon.client.error.ConnectionFailedException when a program cannot be started
     */
    public static ClientTransport create(
            ServerTarget target, ClientLimits limits, ExecutorService threads, RuntimeScheduler scheduler) {
        if (target instanceof CommandTarget command) {
            ProcessChannel process = ProcessChannel.start(command, limits.queue());
            return new ChannelTransport(process, process::exitMessage);
        }
        if (target instanceof ChannelTarget channel) {
            return new ChannelTransport(channel.channel(), () -> "The server closed the connection");
        }
        return createHttp((HttpTarget) target, limits, threads, scheduler);
    }

    private static ClientTransport createHttp(
            HttpTarget target, ClientLimits limits, ExecutorService threads, RuntimeScheduler scheduler) {
        if (target.kind() == HttpTarget.Kind.STREAMABLE) {
            return new StreamableHttpTransport(target, limits, threads, scheduler);
        }
        NetworkChannel channel = target.kind() == HttpTarget.Kind.SSE
                ? new HttpSseChannel(target, limits, threads, scheduler)
                : new WebSocketClientChannel(target, limits, threads, scheduler);
        return new ChannelTransport(channel, channel::closeReason);
    }
}
