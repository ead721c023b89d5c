package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An attack by many sockets that write what the system takes. */
final class SocketAttack implements Attack {
    private static final int MAX_REOPENED = 5_000;

    private final int sockets;
    private final Pace pace;
    private final Opening opening;
    private final List<Line> lines = new ArrayList<>();
    private int port;
    private long ticks;
    private int reopened;

    SocketAttack(int sockets, Pace pace, Opening opening) {
        this.sockets = sockets;
        this.pace = pace;
        this.opening = opening;
    }

    /**
     * How fast a socket is.
     *
     * @param bytes how many it sends at once
     * @param everyTicks how often, in units of 10 milliseconds
     * @param reads whether it reads what it is sent
     * @param reopens whether it is opened again when the server has closed it
     */
    record Pace(int bytes, int everyTicks, boolean reads, boolean reopens) {}

    /** Opens one connection, as far as it must be read from, and returns what is to be sent over it. */
    interface Opening {
        byte[] open(RawSocket socket, int index) throws IOException;
    }

    private record Line(int index, RawSocket socket, ByteBuffer unsent) {}

    @Override
    public void begin(int port) throws IOException {
        this.port = port;
        for (int i = 0; i < sockets; i++) {
            lines.add(open(i));
        }
    }

    private Line open(int index) throws IOException {
        RawSocket socket = new RawSocket(port);
        byte[] bytes = opening.open(socket, index);
        socket.neverBlock();
        return new Line(index, socket, ByteBuffer.wrap(bytes));
    }

    @Override
    public void goOn() throws IOException {
        if (ticks++ % pace.everyTicks() != 0) {
            return;
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            try {
                goOn(line);
            } catch (IOException e) {
                line.socket().close();
                if (pace.reopens() && reopened < MAX_REOPENED) {
                    reopened++;
                    lines.set(i, open(line.index()));
                } else {
                    lines.remove(i--);
                }
            }
        }
    }

    private void goOn(Line line) throws IOException {
        ByteBuffer unsent = line.unsent();
        if (unsent.hasRemaining()) {
            ByteBuffer some = unsent.slice();
            some.limit(Math.min(pace.bytes(), some.capacity()));
            line.socket().tryWrite(some);
            unsent.position(unsent.position() + some.position());
        }
        if (pace.reads()) {
            line.socket().discard();
        }
    }

    @Override
    public String result() {
        return "reopened " + reopened;
    }

    @Override
    public void close() throws IOException {
        for (Line line : lines) {
            line.socket().close();
        }
    }
}
