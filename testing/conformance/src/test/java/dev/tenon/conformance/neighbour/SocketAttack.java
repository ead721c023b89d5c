package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An attack over many sockets that write as much as the operating system accepts. */
final class SocketAttack implements Attack {
    private static final int MAX_REOPENED = 5_000;

    private final int sockets;
    private final Pace pace;
    private final ConnectionOpener opener;
    private final List<AttackConnection> connections = new ArrayList<>();
    private int port;
    private long ticks;
    private int reopened;

    SocketAttack(int sockets, Pace pace, ConnectionOpener opener) {
        this.sockets = sockets;
        this.pace = pace;
        this.opener = opener;
    }

    /**
     * The speed of a socket.
     *
     * @param bytes the number of bytes that it sends at once
     * @param everyTicks the interval, in units of 10 ms
     * @param reads whether it reads
     * @param reopens whether it is reopened when the server has closed it
     */
    record Pace(int bytes, int everyTicks, boolean reads, boolean reopens) {}

    /** Opens a connection, including any required response, and returns what to send over it. */
    interface ConnectionOpener {
        byte[] open(RawSocket socket, int index) throws IOException;
    }

    private record AttackConnection(int index, RawSocket socket, ByteBuffer unsent) {}

    @Override
    public void start(int port) throws IOException {
        this.port = port;
        for (int i = 0; i < sockets; i++) {
            connections.add(open(i));
        }
    }

    private AttackConnection open(int index) throws IOException {
        RawSocket socket = new RawSocket(port);
        byte[] bytes = opener.open(socket, index);
        socket.setNonBlocking();
        return new AttackConnection(index, socket, ByteBuffer.wrap(bytes));
    }

    @Override
    public void continueAttack() throws IOException {
        if (ticks++ % pace.everyTicks() != 0) {
            return;
        }
        for (int i = 0; i < connections.size(); i++) {
            AttackConnection connection = connections.get(i);
            try {
                continueConnection(connection);
            } catch (IOException e) {
                connection.socket().close();
                if (pace.reopens() && reopened < MAX_REOPENED) {
                    reopened++;
                    connections.set(i, open(connection.index()));
                } else {
                    connections.remove(i--);
                }
            }
        }
    }

    private void continueConnection(AttackConnection connection) throws IOException {
        ByteBuffer unsent = connection.unsent();
        if (unsent.hasRemaining()) {
            ByteBuffer chunk = unsent.slice();
            chunk.limit(Math.min(pace.bytes(), chunk.capacity()));
            connection.socket().tryWrite(chunk);
            unsent.position(unsent.position() + chunk.position());
        }
        if (pace.reads()) {
            connection.socket().discard();
        }
    }

    @Override
    public String result() {
        return "reopened " + reopened;
    }

    @Override
    public void close() throws IOException {
        for (AttackConnection connection : connections) {
            connection.socket().close();
        }
    }
}
