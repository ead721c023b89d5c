package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A persistent HTTP connection on a plain socket, so that a test can open hundreds of them. */
final class HttpConnection implements AutoCloseable {
    private static final int READ_TIMEOUT_MS = 30_000;

    private final Socket socket;
    private final InputStream in;
    private final String host;

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        in = new BufferedInputStream(socket.getInputStream());
        host = "127.0.0.1:" + port;
    }

    /** A response; the body of a stream that was not read is empty. */
    record ReceivedResponse(int status, Map<String, String> headers, String body) {}

    /** Posts a message and reads the complete response, including a stream. */
    ReceivedResponse post(String headers, String body) throws IOException {
        send("POST", headers, body);
        return receive();
    }

    /** Sends a request; the headers are lines, each ended by CRLF. */
    void send(String method, String headers, String body) throws IOException {
        send("/mcp", method, headers, body);
    }

    /** Sends a request to another path. */
    void send(String path, String method, String headers, String body) throws IOException {
        byte[] content = body.getBytes(UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + headers
                + (method.equals("GET") ? "" : "Content-Length: " + content.length + "\r\n") + "\r\n";
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.getBytes(ISO_8859_1));
        request.writeBytes(content);
        socket.getOutputStream().write(request.toByteArray());
    }

    ReceivedResponse receive() throws IOException {
        ReceivedResponse head = receiveHead();
        String length = head.headers().get("content-length");
        String body = "chunked".equals(head.headers().get("transfer-encoding"))
                ? readChunks()
                : length == null ? "" : readText(Integer.parseInt(length));
        return new ReceivedResponse(head.status(), head.headers(), body);
    }

    /** Reads only the head of a response. */
    ReceivedResponse receiveHead() throws IOException {
        int status = Integer.parseInt(readLine().split(" ")[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new ReceivedResponse(status, headers, "");
    }

    /** Reads the chunks of a stream to its end. */
    String readChunks() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int chunkSize = readChunkSize(); chunkSize > 0; chunkSize = readChunkSize()) {
            body.append(readText(chunkSize));
            readLine();
        }
        readLine();
        return body.toString();
    }

    private int readChunkSize() throws IOException {
        return Integer.parseInt(readLine().split(";")[0].strip(), 16);
    }

    private String readText(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The response was cut off");
        }
        return new String(bytes, UTF_8);
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("The connection was closed");
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
