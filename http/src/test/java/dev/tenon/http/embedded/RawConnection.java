package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends exactly the given bytes. */
final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    final Socket socket;
    private final InputStream in;

    RawConnection(int port) throws IOException {
        this(port, 0);
    }

    /** Opens a connection from that local port; from any with 0. */
    RawConnection(int port, int from) throws IOException {
        socket = new Socket("127.0.0.1", port, InetAddress.getByName("127.0.0.1"), from);
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
        in = new java.io.BufferedInputStream(socket.getInputStream());
    }

    /** A response. */
    record Answer(int status, Map<String, String> headers, String body) {}

    /** Returns the head of a valid POST of 2026-07-28, up to the headers for the length of the body. */
    static String head(String method, String name) {
        return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: "
                + method
                + "\r\n" + (name.isEmpty() ? "" : "Mcp-Name: " + name + "\r\n");
    }

    /** Returns a complete valid POST of 2026-07-28. */
    static String post(String method, String name, String body) {
        return head(method, name) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Waits until the server has closed the connection; returns false if it has not in time. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    Answer answer() throws IOException {
        return answer(false);
    }

    /** Reads the status and the headers but not the body. */
    Answer headOnly() throws IOException {
        return answer(true);
    }

    Answer answer(boolean withoutBody) throws IOException {
        String[] status = line().split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status[1]);
        String body = withoutBody || code == 204 || code < 200 ? "" : body(headers);
        return new Answer(code, headers, body);
    }

    private String body(Map<String, String> headers) throws IOException {
        String length = headers.get("content-length");
        if (length != null) {
            return new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1);
        }
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return new String(in.readAllBytes(), ISO_8859_1);
        }
        StringBuilder body = new StringBuilder();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            body.append(chunk);
        }
        return body.toString();
    }

    /** Reads the next chunk of a chunked body, empty at its end. */
    String chunk() throws IOException {
        int size = Integer.parseInt(line(), 16);
        String chunk = new String(in.readNBytes(size), ISO_8859_1);
        line();
        return chunk;
    }

    /** Returns a masked WebSocket frame. */
    static byte[] frame(int first, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(frameHead(first, payload.length));
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    private static byte[] frameHead(int first, long length) {
        java.nio.ByteBuffer head = java.nio.ByteBuffer.allocate(14);
        head.put((byte) first);
        if (length < 126) {
            head.put((byte) (0x80 | length));
        } else if (length < 1 << 16) {
            head.put((byte) 0xfe).putShort((short) length);
        } else {
            head.put((byte) 0xff).putLong(length);
        }
        head.putInt(0); // a mask that changes nothing
        return java.util.Arrays.copyOf(head.array(), head.position());
    }

    void sendFrame(int first, byte[] payload) throws IOException {
        socket.getOutputStream().write(frame(first, payload));
    }

    void sendFrameHead(int first, long length) throws IOException {
        socket.getOutputStream().write(frameHead(first, length));
    }

    /** Reads the payload of the next WebSocket frame. */
    String frame() throws IOException {
        return new String(framePayload(), java.nio.charset.StandardCharsets.UTF_8);
    }

    /** Reads the code of the next close frame. */
    int closeCode() throws IOException {
        byte[] payload = framePayload();
        return (payload[0] & 0xff) << 8 | payload[1] & 0xff;
    }

    private byte[] framePayload() throws IOException {
        in.read();
        long length = in.read();
        if (length >= 126) {
            length = new java.math.BigInteger(1, in.readNBytes(length == 126 ? 2 : 8)).longValue();
        }
        return in.readNBytes((int) length);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new java.io.EOFException("closed after: " + line);
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
