package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Clients that send one request after the other and never read a response. */
final class SilentClients implements AutoCloseable {
    private final List<Client> clients = new ArrayList<>();

    private static final class Client {
        final SocketChannel socket;
        final ByteBuffer requests;
        boolean open = true;

        Client(SocketChannel socket, ByteBuffer requests) {
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
    SilentClients(int port, int count, String request, int times) throws IOException {
        this(port, count, request.repeat(times));
    }

    /** Connects a number of clients, each of which sends these bytes. */
    SilentClients(int port, int count, String requests) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(requests.getBytes(ISO_8859_1));
        for (int i = 0; i < count; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.configureBlocking(false);
            clients.add(new Client(socket, all.duplicate()));
        }
    }

    /** Sends until the server has accepted nothing from any of them for this time. */
    void sendUntilQuiet(long millis) throws InterruptedException {
        long last = System.nanoTime();
        while ((System.nanoTime() - last) / 1_000_000 < millis) {
            boolean wrote = false;
            for (Client client : clients) {
                wrote |= client.write();
            }
            if (wrote) {
                last = System.nanoTime();
            } else {
                Thread.sleep(5);
            }
        }
    }

    /** Returns how many bytes the server, and the network before it, have accepted of all of them. */
    long sent() {
        return clients.stream().mapToLong(client -> client.requests.position()).sum();
    }

    long stillOpen() {
        return clients.stream().filter(client -> client.open).count();
    }

    @Override
    public void close() throws IOException {
        for (Client client : clients) {
            client.socket.close();
        }
    }
}
