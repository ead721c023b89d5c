package dev.tenon.conformance.neighbour;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * An attacker's socket. It has a small receive buffer, so that what is not read stays with the server, and an address
 * of its own.
 */
final class RawSocket implements Closeable {
    private static final int RECEIVE_BUFFER_BYTES = 8 << 10;
    private static final int MAX_ANSWER_BYTES = 64 << 10;
    private static final String ADDRESS = System.getProperty("os.name").equals("Linux") ? "127.0.0.2" : "127.0.0.1";

    private final SocketChannel channel;
    private final ByteBuffer received = ByteBuffer.allocate(MAX_ANSWER_BYTES);

    RawSocket(int port) throws IOException {
        channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        channel.bind(new InetSocketAddress(ADDRESS, 0));
        channel.connect(new InetSocketAddress("127.0.0.1", port));
    }

    /** Writes all of it, and waits while the server does not read. */
    void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** From now on {@link #tryWrite} and {@link #discard} are used. */
    void neverBlock() throws IOException {
        channel.configureBlocking(false);
    }

    /** Writes what the system takes now. */
    void tryWrite(ByteBuffer buffer) throws IOException {
        channel.write(buffer);
    }

    /** Reads what has come, and forgets it. */
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

    /** Reads until what has come contains that text, and returns it. */
    String readUntil(String text) throws IOException {
        received.clear();
        while (true) {
            String read = new String(received.array(), 0, received.position(), StandardCharsets.ISO_8859_1);
            if (read.contains(text)) {
                return read;
            }
            if (!received.hasRemaining() || channel.read(received) < 0) {
                throw new IOException("The server closed the connection, or said too much: " + read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
