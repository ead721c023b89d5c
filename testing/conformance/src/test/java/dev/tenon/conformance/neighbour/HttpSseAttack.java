package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTTP+SSE clients that request many results of 900 kB and do not read them: calls by POST, responses on the stream.
 * They reconnect from time to time, because the server disconnects them.
 */
final class HttpSseAttack implements Attack {
    private static final Pattern ENDPOINT = Pattern.compile("data: (/\\S+)");

    private static final int RECONNECT_TICKS = 300;

    private final int clients;
    private final int calls;
    private final List<RawSocket> sockets = new ArrayList<>();
    private int port;
    private int ticks;

    HttpSseAttack(int clients, int calls) {
        this.clients = clients;
        this.calls = calls;
    }

    @Override
    public void start(int port) throws IOException {
        this.port = port;
        start();
    }

    private void start() throws IOException {
        for (int i = 0; i < clients; i++) {
            start(openSocket(port), openSocket(port));
        }
    }

    private RawSocket openSocket(int port) throws IOException {
        RawSocket socket = new RawSocket(port);
        sockets.add(socket);
        return socket;
    }

    private void start(RawSocket stream, RawSocket posts) throws IOException {
        stream.write(Requests.get(NeighbourServer.SSE_PATH, ""));
        Matcher endpoint = ENDPOINT.matcher(stream.readUntil("sessionId="));
        if (!endpoint.find()) {
            throw new IOException("The stream did not begin with its endpoint");
        }
        posts.write(Requests.post(endpoint.group(1), "", Requests.initialize("2024-11-05", "slow")));
        posts.readUntil("\r\n\r\n");
        stream.readUntil("\"result\"");
        posts.setNonBlocking();
        for (int call = 1; call <= calls; call++) {
            posts.tryWrite(
                    ByteBuffer.wrap(Requests.post(endpoint.group(1), "", Requests.sessionCall(call, "large", "{}"))));
        }
    }

    @Override
    public void continueAttack() throws IOException {
        if (++ticks % RECONNECT_TICKS == 0) {
            close();
            sockets.clear();
            start();
        }
    }

    @Override
    public void close() throws IOException {
        for (RawSocket socket : sockets) {
            socket.close();
        }
    }
}
