package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.spi.transport.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The NIO transport, which registers the channels that it accepts, and closes those beyond the limit. */
public final class ChannelTrackingTransport implements Transport {
    private final Transport nio = io.vertx.core.transport.Transport.NIO.implementation();
    private final AcceptedChannels accepted;
    private final List<TrackingServerChannel> serverChannels = new CopyOnWriteArrayList<>();

    public ChannelTrackingTransport(AcceptedChannels accepted) {
        this.accepted = accepted;
    }

    /** A server channel that closes channels beyond the limit. */
    private final class TrackingServerChannel extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> channels) throws Exception {
            int previousSize = channels.size();
            int count = super.doReadMessages(channels);
            for (int i = channels.size() - 1; i >= previousSize; i--) {
                Channel channel = (Channel) channels.get(i);
                if (!accepted.tryAcceptAndInstallHandlers(channel)) {
                    channels.remove(i);
                    channel.unsafe().closeForcibly();
                }
            }
            return count;
        }
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return () -> {
            TrackingServerChannel serverChannel = new TrackingServerChannel();
            serverChannels.add(serverChannel);
            return serverChannel;
        };
    }

    /** Stops accepting connections. */
    public void stopAccepting() {
        serverChannels.forEach(serverChannel -> serverChannel.close().syncUninterruptibly());
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return nio.ioHandlerFactory();
    }

    @Override
    @SuppressWarnings("deprecation") // required by the interface
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return nio.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return nio.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return nio.channelFactory(domainSocket);
    }
}
