package dev.tenon.conformance.neighbour;

import dev.tenon.conformance.neighbour.SocketAttack.Pace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Attacks over plain sockets. */
final class SocketAttacks {
    private static final Pace NEVER_READS = new Pace(1 << 20, 1, false, false);
    private static final Pace ONE_BYTE_AT_A_TIME = new Pace(1, 10, false, true);
    private static final Pace READS = new Pace(4_000, 1, true, true);
    private static final int PIPELINED_BYTES = 200_000;
    private static final int PIPELINED_CALLS = 100;
    private static final int SLOW_BODY_BYTES = 4_000;
    private static final int SLOW_CALLS = 100;
    private static final Pattern SESSION = Pattern.compile("(?i)mcp-session-id: (\\S+)");

    private SocketAttacks() {}

    /** Clients that pipeline calls of 200 KB and never read. */
    static Attack pipelinedCalls(int clients) {
        byte[] call = Requests.postCall(
                NeighbourServer.PATH, 1, "echo", "{\"text\":\"" + "y".repeat(PIPELINED_BYTES) + "\"}");
        byte[] all = repeat(call, PIPELINED_CALLS);
        return new SocketAttack(clients, NEVER_READS, (socket, index) -> all);
    }

    /** Clients that each request many results of 900 kB and never read. */
    static Attack unreadResults(int clients, int calls) {
        byte[] all = repeat(Requests.postCall(NeighbourServer.PATH, 1, "large", "{}"), calls);
        return new SocketAttack(clients, NEVER_READS, (socket, index) -> all);
    }

    /** Unread notification streams, while the list of tools changes. */
    static Attack silentListeners(int clients) {
        byte[] change = repeat(Requests.postCall(NeighbourServer.PATH, 1, "change", "{}"), SLOW_CALLS);
        return new SocketAttack(
                clients,
                NEVER_READS,
                (socket, index) -> index == 0 ? change : Requests.postListen(NeighbourServer.PATH, index));
    }

    /** Clients that request many results of 900 kB over WebSocket and never read. */
    static Attack slowWebSockets(int clients, int calls) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 1; i <= calls; i++) {
            frames.writeBytes(textFrame(Requests.call(i, "large", "{}")));
        }
        return new SocketAttack(clients, NEVER_READS, (socket, index) -> {
            socket.write(Requests.get(
                    NeighbourServer.WEB_SOCKET_PATH,
                    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mcp\r\n"));
            socket.readUntil("\r\n\r\n");
            return frames.toByteArray();
        });
    }

    /** Requests whose headers arrive one byte at a time. */
    static Attack slowHeads(int clients) {
        byte[] request = slowRequest();
        return new SocketAttack(clients, ONE_BYTE_AT_A_TIME, (socket, index) -> request);
    }

    /** Requests whose bodies arrive one byte at a time. */
    static Attack slowBodies(int clients) {
        byte[] request = slowRequest();
        int head = new String(request, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
        return new SocketAttack(clients, ONE_BYTE_AT_A_TIME, (socket, index) -> {
            socket.write(Arrays.copyOf(request, head));
            return Arrays.copyOfRange(request, head, request.length);
        });
    }

    private static byte[] slowRequest() {
        return Requests.post(
                NeighbourServer.PATH,
                "X-Long: " + "x".repeat(SLOW_BODY_BYTES) + "\r\n",
                Requests.call(1, "echo", "{\"text\":\"" + "z".repeat(SLOW_BODY_BYTES) + "\"}"));
    }

    /** Sessions whose calls occupy the handler threads, each over many connections. */
    static Attack slowHandlers(int sessions, int connectionsEach) {
        String[] ids = new String[sessions];
        return new SocketAttack(sessions * connectionsEach, READS, (socket, index) -> {
            int session = index % sessions;
            if (index < sessions && ids[session] == null) {
                ids[session] = openSession(socket);
            }
            ByteArrayOutputStream calls = new ByteArrayOutputStream();
            for (int i = 0; i < SLOW_CALLS; i++) {
                calls.writeBytes(Requests.post(
                        NeighbourServer.PATH,
                        "Mcp-Session-Id: " + ids[session] + "\r\nMCP-Protocol-Version: 2025-11-25\r\n",
                        Requests.sessionCall((long) index * SLOW_CALLS + i, "slow", "{}")));
            }
            return calls.toByteArray();
        });
    }

    /** Calls of a slow tool without a session, each over its own connection. */
    static Attack slowCalls(String tool, int connections) {
        byte[] all = repeat(Requests.postCall(NeighbourServer.PATH, 1, tool, "{}"), SLOW_CALLS);
        return new SocketAttack(connections, READS, (socket, index) -> all);
    }

    private static String openSession(RawSocket socket) throws IOException {
        socket.write(Requests.post(NeighbourServer.PATH, "", Requests.initialize("2025-11-25", "slow")));
        Matcher id = SESSION.matcher(socket.readUntil("\"result\""));
        if (!id.find()) {
            throw new IOException("No session was opened");
        }
        socket.write(Requests.post(
                NeighbourServer.PATH,
                "Mcp-Session-Id: " + id.group(1) + "\r\nMCP-Protocol-Version: 2025-11-25\r\n",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        socket.readUntil("202");
        return id.group(1);
    }

    /** Sessions that are opened and abandoned. */
    static Attack sessions(int clients, int sessions) {
        byte[] all =
                repeat(Requests.post(NeighbourServer.PATH, "", Requests.initialize("2025-11-25", "flood")), sessions);
        return new SocketAttack(clients, READS, (socket, index) -> all);
    }

    private static byte[] repeat(byte[] request, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(request.length * times);
        for (int i = 0; i < times; i++) {
            all.writeBytes(request);
        }
        return all.toByteArray();
    }

    /** A text frame of RFC 6455, masked with zeros. */
    private static byte[] textFrame(String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
        frame.put((byte) 0x81);
        frame.put((byte) (0x80 | 126));
        frame.putShort((short) payload.length);
        frame.putInt(0);
        frame.put(payload);
        return Arrays.copyOf(frame.array(), frame.position());
    }
}
