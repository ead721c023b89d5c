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

/** Creates the transport for a target. */
public final class TransportFactory {
    private TransportFactory() {}

    /**
     * Creates a transport that is not open yet.
     *
     * @param executor runs the tasks of the transport, and must outlive it
     * @param scheduler runs delayed tasks, and must outlive the transport
     * @throws dev.tenon.client.error.ConnectionFailedException when a program cannot be started
     */
    public static ClientTransport create(
            ServerTarget target, ClientLimits limits, ExecutorService executor, RuntimeScheduler scheduler) {
        if (target instanceof CommandTarget command) {
            ProcessChannel process = ProcessChannel.start(command, limits.queue());
            return new ChannelTransport(process, process::awaitExitMessage);
        }
        if (target instanceof ChannelTarget channel) {
            return new ChannelTransport(channel.channel(), () -> "The server closed the connection");
        }
        HttpTarget http = (HttpTarget) target;
        if (http.kind() == HttpTarget.Kind.STREAMABLE) {
            return new StreamableHttpTransport(http, limits, executor, scheduler);
        }
        NetworkChannel channel = http.kind() == HttpTarget.Kind.SSE
                ? new HttpSseChannel(http, limits, executor, scheduler)
                : new WebSocketClientChannel(http, limits, executor, scheduler);
        return new ChannelTransport(channel, channel::closeReason);
    }
}
