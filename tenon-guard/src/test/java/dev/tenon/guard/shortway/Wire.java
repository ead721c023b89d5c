package dev.tenon.guard.shortway;

import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.StdioChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Two ends of a pair of streams of the operating system, which hold so much and no more, as those of a process do. */
record Wire(Socket near, Socket far) implements AutoCloseable {
    private static final int HELD = 16 << 10;

    static Wire make() {
        try (ServerSocket listening = new ServerSocket()) {
            listening.setReceiveBufferSize(HELD);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Socket near = new Socket();
            near.setReceiveBufferSize(HELD);
            near.setSendBufferSize(HELD);
            near.setTcpNoDelay(true);
            near.connect(listening.getLocalSocketAddress());
            Socket far = listening.accept();
            far.setSendBufferSize(HELD);
            far.setTcpNoDelay(true);
            return new Wire(near, far);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static StdioChannel channel(Socket end, ChannelLimits limits) {
        try {
            return new StdioChannel(end.getInputStream(), end.getOutputStream(), limits);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (near) {
            far.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
