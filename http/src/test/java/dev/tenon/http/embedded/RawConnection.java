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
    private static final int READ_TIMEOUT_MS = 20_000;

    final Socket socket;
    private final InputStream in;

    RawConnection(int port) throws IOException {
        this(port, 0);
    }

    /** Opens a connection from that local port; 0 means any port. */
    RawConnection(int port, int localPort) throws IOException {
        socket = new Socket("127.0.0.1", port, InetAddress.getByName("127.0.0.1"), localPort);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new java.io.BufferedInputStream(socket.getInputStream());
    }

    /** A response. */
    record RawResponse(int status, Map<String, String> headers, String body) {}

    /** Returns the head of a valid POST of 2026-07-28, up to the headers for the length of the body. */
    static String buildHead(String method, String name) {
        return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: "
                + method
                + "\r\n" + (name.isEmpty() ? "" : "Mcp-Name: " + name + "\r\n");
    }

    /** Returns a complete valid POST of 2026-07-28. */
    static String buildPost(String method, String name, String body) {
        return buildHead(method, name) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
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

    RawResponse readResponse() throws IOException {
        return readResponse(false);
    }

    /** Reads the status and the headers but not the body. */
    RawResponse readHead() throws IOException {
        return readResponse(true);
    }

    RawResponse readResponse(boolean withoutBody) throws IOException {
        String[] statusLine = readLine().split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(statusLine[1]);
        String body = withoutBody || code == 204 || code < 200 ? "" : readBody(headers);
        return new RawResponse(code, headers, body);
    }

    private String readBody(Map<String, String> headers) throws IOException {
        String length = headers.get("content-length");
        if (length != null) {
            return new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1);
        }
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return new String(in.readAllBytes(), ISO_8859_1);
        }
        StringBuilder body = new StringBuilder();
        for (String chunk = readChunk(); !chunk.isEmpty(); chunk = readChunk()) {
            body.append(chunk);
        }
        return body.toString();
    }

    /** Reads the next chunk of a chunked body, empty at its end. */
    String readChunk() throws IOException {
        int size = Integer.parseInt(readLine(), 16);
        String chunk = new String(in.readNBytes(size), ISO_8859_1);
        readLine();
        return chunk;
    }

    /** Returns a masked WebSocket frame. */
    static byte[] encodeFrame(int firstByte, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(encodeFrameHead(firstByte, payload.length));
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    private static byte[] encodeFrameHead(int firstByte, long length) {
        java.nio.ByteBuffer head = java.nio.ByteBuffer.allocate(14);
        head.put((byte) firstByte);
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

    void sendFrame(int firstByte, byte[] payload) throws IOException {
        socket.getOutputStream().write(encodeFrame(firstByte, payload));
    }

    void sendFrameHead(int firstByte, long length) throws IOException {
        socket.getOutputStream().write(encodeFrameHead(firstByte, length));
    }

    /** Reads the payload of the next WebSocket frame. */
    String readFrame() throws IOException {
        return new String(readFramePayload(), java.nio.charset.StandardCharsets.UTF_8);
    }

    /** Reads the code of the next close frame. */
    int readCloseCode() throws IOException {
        byte[] payload = readFramePayload();
        return (payload[0] & 0xff) << 8 | payload[1] & 0xff;
    }

    private byte[] readFramePayload() throws IOException {
        in.read();
        long length = in.read();
        if (length >= 126) {
            length = new java.math.BigInteger(1, in.readNBytes(length == 126 ? 2 : 8)).longValue();
        }
        return in.readNBytes((int) length);
    }

    private String readLine() throws IOException {
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
