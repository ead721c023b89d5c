package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Clients that send many requests and never read a response. */
final class NonReadingClients implements AutoCloseable {
    private final List<NonReadingClient> clients = new ArrayList<>();

    private static final class NonReadingClient {
        final SocketChannel socket;
        final ByteBuffer requests;
        boolean open = true;

        NonReadingClient(SocketChannel socket, ByteBuffer requests) {
            this.socket = socket;
            this.requests = requests;
        }

        /** Writes as much as the network accepts now; returns false if that is nothing. */
        boolean write() {
            try {
                return open && requests.hasRemaining() && socket.write(requests) > 0;
            } catch (IOException e) {
                open = false;
                return false;
            }
        }
    }

    /** Connects that many clients, each of which will send that request that many times. */
    NonReadingClients(int port, int count, String request, int times) throws IOException {
        this(port, count, request.repeat(times));
    }

    /** Connects a number of clients, each of which sends these bytes. */
    NonReadingClients(int port, int count, String requests) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(requests.getBytes(ISO_8859_1));
        for (int i = 0; i < count; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.configureBlocking(false);
            clients.add(new NonReadingClient(socket, bytes.duplicate()));
        }
    }

    /** Sends until the server has accepted no byte of any client for this time. */
    void sendUntilBlocked(long millis) throws InterruptedException {
        long lastWriteNanos = System.nanoTime();
        while ((System.nanoTime() - lastWriteNanos) / 1_000_000 < millis) {
            boolean wrote = false;
            for (NonReadingClient client : clients) {
                wrote |= client.write();
            }
            if (wrote) {
                lastWriteNanos = System.nanoTime();
            } else {
                Thread.sleep(5);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (NonReadingClient client : clients) {
            client.socket.close();
        }
    }
}
