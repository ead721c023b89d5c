package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Opens WebSockets on plain sockets, and encodes and decodes their frames. */
final class RawWebSockets {
    static final int TEXT = 0x81;
    static final int PING = 0x89;
    private static final int CLOSE = 0x88;
    private static final int FINAL = 0x80;

    /** Sends a WebSocket handshake. */
    static final String HANDSHAKE =
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Sec-WebSocket-Protocol: mcp\r\n\r\n";

    private RawWebSockets() {}

    /** Opens a connection whose receive buffer is small. */
    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(16 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(HANDSHAKE.getBytes(ISO_8859_1));
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) socket.getInputStream().read());
        }
        assertThat(head).startsWith("HTTP/1.1 101");
        return socket;
    }

    /** Returns a text frame in ASCII, with a mask that changes nothing; each character is a byte. */
    static String encodeFrame(int firstByte, String text) {
        int length = text.length();
        ByteBuffer head = ByteBuffer.allocate(14).put((byte) firstByte);
        if (length < 126) {
            head.put((byte) (0x80 | length));
        } else if (length < 65_536) {
            head.put((byte) 0xfe).putShort((short) length);
        } else {
            head.put((byte) 0xff).putLong(length);
        }
        head.putInt(0);
        return new String(head.array(), 0, head.position(), ISO_8859_1) + text;
    }

    static void send(Socket socket, int firstByte, String text) throws IOException {
        socket.getOutputStream().write(encodeFrame(firstByte, text).getBytes(ISO_8859_1));
    }

    /** Reads the payload of the next message, whose frames are joined; of a close frame, its code. */
    static String readPayload(DataInputStream in) throws IOException {
        int firstByte = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        byte[] payload = in.readNBytes(length);
        if (firstByte == CLOSE) {
            return "closed: " + ByteBuffer.wrap(payload).getShort();
        }
        String text = new String(payload, UTF_8);
        return (firstByte & FINAL) == 0 ? text + readPayload(in) : text;
    }
}
