package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.ledger.threads.NeverBlocked;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WebSockets whose clients send much, and read late or never. */
@NeverBlocked
@Timeout(120)
class SlowWebSocketTest {
    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private McpServer server;
    private TenonHttp http;

    @BeforeEach
    void start() {
        Limits limits = Limits.DEFAULT
                .change()
                .queue(new Limits.Queue(256, 1 << 20, PATIENCE))
                .requestsPerSession(100)
                .build();
        server = LoadServer.with(limits)
                .tool("huge")
                .handler((in, call) -> "x".repeat(900_000))
                .build();
        http = TenonHttp.serving(server).port(0).webSocket("/ws").closesServer().start();
    }

    @AfterEach
    void stop() {
        http.close(Duration.ZERO);
    }

    /** Issue 20, item 1: pings pipelined in one write are all answered. */
    @Test
    void requests_that_come_in_one_write_are_all_answered() throws Exception {
        int many = 2000;
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < many; i++) {
            frame(frames, TEXT, Messages.request(Messages.MODERN, i, "server/discover", ""));
        }
        try (Socket socket = connect(http.port())) {
            OutputStream out = socket.getOutputStream();
            Thread writer = new Thread(() -> {
                try {
                    out.write(frames.toByteArray());
                } catch (IOException e) {
                    // The assertions below tell more.
                }
            });
            writer.start();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < many; i++) {
                assertThat(payload(in)).contains("\"id\":" + i + ",");
            }
            writer.join();
        }
    }

    /** Issue 20, item 1: as well the pings of WebSocket itself. */
    @Test
    void pings_that_come_in_one_write_are_all_answered() throws Exception {
        int many = 2000;
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < many; i++) {
            frame(frames, PING, i + " " + "x".repeat(100));
        }
        try (Socket socket = connect(http.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(frames.toByteArray());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < many; i++) {
                assertThat(payload(in)).startsWith(i + " ");
            }
        }
    }

    /** Issue 20, item 2: who asks for much and does not read holds nobody up, and is disconnected, alone. */
    @Test
    void a_client_that_reads_nothing_holds_no_other_up_and_is_disconnected() throws Exception {
        try (Neighbours neighbours = new Neighbours(http.port());
                Socket deaf = connect(http.port());
                Socket slow = connect(http.port())) {
            neighbours.awaitCalls(50);
            OutputStream out = deaf.getOutputStream();
            long start = System.nanoTime();
            for (int i = 0; i < 90; i++) {
                frame(out, TEXT, Messages.call(Messages.MODERN, i, "huge", ""));
            }
            frame(slow.getOutputStream(), TEXT, Messages.call(Messages.MODERN, 1, "huge", ""));
            Await.until(() -> isClosed(deaf));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("the bound that it met is that of the time in which it reads nothing")
                    .isGreaterThanOrEqualTo(PATIENCE.minusSeconds(1));
            assertThat(payload(new DataInputStream(slow.getInputStream()))).contains("xxx");
            neighbours.awaitCalls(50);
            assertThat(neighbours.stop())
                    .as("the slowest call of others, in ms")
                    .isLessThan(2000);
        }
        Await.until(() -> server.status().requests() == 0);
    }

    /** Whether the server has ended a connection, which a client that does not read notices as it writes. */
    private static boolean isClosed(Socket socket) {
        try {
            frame(socket.getOutputStream(), PING, "");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(16 << 10);
        socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(30_000);
        socket.getOutputStream()
                .write(("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + port
                                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + "Sec-WebSocket-Protocol: mcp\r\n\r\n")
                        .getBytes(ISO_8859_1));
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) socket.getInputStream().read());
        }
        assertThat(head).startsWith("HTTP/1.1 101");
        return socket;
    }

    /** Writes a frame with a mask that changes nothing. */
    static void frame(OutputStream out, int first, String text) throws IOException {
        byte[] payload = text.getBytes(UTF_8);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (payload.length < 126) {
            frame.write(0x80 | payload.length);
        } else {
            frame.write(0xfe);
            frame.write(payload.length >> 8);
            frame.write(payload.length & 0xff);
        }
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        out.write(frame.toByteArray());
    }

    private static String payload(DataInputStream in) throws IOException {
        in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        return new String(in.readNBytes(length), UTF_8);
    }
}
