package dev.tenon.conformance.neighbour;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A socket of an attacker. It has a small receive buffer, so that unread data stays in the server, and its own address.
 */
final class RawSocket implements Closeable {
    private static final int RECEIVE_BUFFER_BYTES = 8 << 10;
    private static final int MAX_RESPONSE_BYTES = 64 << 10;
    private static final String ADDRESS = System.getProperty("os.name").equals("Linux") ? "127.0.0.2" : "127.0.0.1";

    private final SocketChannel channel;
    private final ByteBuffer received = ByteBuffer.allocate(MAX_RESPONSE_BYTES);

    RawSocket(int port) throws IOException {
        channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        channel.bind(new InetSocketAddress(ADDRESS, 0));
        channel.connect(new InetSocketAddress("127.0.0.1", port));
    }

    /** Writes all bytes; blocks while the server does not read. */
    void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Makes the socket non-blocking; then only {@link #tryWrite} and {@link #discard} may be used. */
    void setNonBlocking() throws IOException {
        channel.configureBlocking(false);
    }

    /** Writes as much as the operating system accepts. */
    void tryWrite(ByteBuffer buffer) throws IOException {
        channel.write(buffer);
    }

    /** Reads and discards what has arrived. */
    void discard() throws IOException {
        int count;
        do {
            received.clear();
            count = channel.read(received);
        } while (count > 0);
        if (count < 0) {
            throw new IOException("The server closed the connection");
        }
    }

    /** Reads until the received data contains this text, and returns it. */
    String readUntil(String text) throws IOException {
        received.clear();
        while (true) {
            String read = new String(received.array(), 0, received.position(), StandardCharsets.ISO_8859_1);
            if (read.contains(text)) {
                return read;
            }
            if (!received.hasRemaining() || channel.read(received) < 0) {
                throw new IOException("The server closed the connection, or sent too much: " + read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
