package dev.tenon.oauth.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** Looks hosts up and connects to addresses. Tests replace it. */
public interface NetworkConnector {
    /** The resolver and the sockets of this Java. */
    NetworkConnector SYSTEM = new NetworkConnector() {};

    /**
     * Returns the addresses of a host, at least one.
     *
     * @param host a name or a literal address, IPv6 in brackets or not
     */
    default List<InetAddress> lookup(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    /** Connects a channel in blocking mode. Closing the channel from another thread ends the attempt. */
    default void connect(SocketChannel channel, InetSocketAddress address) throws IOException {
        boolean unused = channel.connect(address);
    }
}
