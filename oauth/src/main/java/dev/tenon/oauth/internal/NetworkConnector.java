package dev.tenon.oauth.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** Resolves host names and connects to addresses. Tests replace it. */
public interface NetworkConnector {
    /** The resolver and the sockets of the JVM. */
    NetworkConnector SYSTEM = new NetworkConnector() {};

    /**
     * Resolves a host; returns at least one address.
     *
     * @param host a name or a literal address, IPv6 with or without brackets
     */
    default List<InetAddress> lookup(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    /** Connects a channel in blocking mode. Closing the channel from another thread ends the attempt. */
    default void connect(SocketChannel channel, InetSocketAddress address) throws IOException {
        boolean unused = channel.connect(address);
    }
}
