package dev.tenon.http.embedded;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.transport.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The transport of the JDK, with an eye on the channels that it accepts. */
final class WatchedTransport implements Transport, io.vertx.core.spi.transport.Transport {
    private final io.vertx.core.spi.transport.Transport nio = Transport.NIO.implementation();
    private final AcceptedChannels accepted;
    private final List<Door> doors = new CopyOnWriteArrayList<>();

    WatchedTransport(AcceptedChannels accepted) {
        this.accepted = accepted;
    }

    /** Accepts what is let in. */
    private final class Door extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> channels) throws Exception {
            int before = channels.size();
            int count = super.doReadMessages(channels);
            for (int i = channels.size() - 1; i >= before; i--) {
                Channel channel = (Channel) channels.get(i);
                if (!accepted.accept(channel)) {
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
            Door door = new Door();
            doors.add(door);
            return door;
        };
    }

    /** Takes no more connections. */
    void stopAccepting() {
        doors.forEach(door -> door.close().syncUninterruptibly());
    }

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
        return this;
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return nio.ioHandlerFactory();
    }

    @Override
    @SuppressWarnings("deprecation") // what the interface asks for
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

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
        nio.configure(channel, options);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        nio.configure(config, domainSocket, bootstrap);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
        nio.configure(config, domainSocket, bootstrap);
    }
}
