package dev.tenon.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that makes requests in sequence on one connection, and waits for each response. */
public final class SequentialClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int ACCEPTED = 202;
    private static final int OK = 200;

    private final Socket socket;
    private final int port;
    private final HttpResponseParser response = new HttpResponseParser();
    private byte[] bytes = new byte[CHUNK_BYTES];

    /** Connects to the port on this machine. */
    public SequentialClient(int port) throws IOException {
        this.port = port;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
    }

    /** Opens a session of 2025-11-25 and leaves it open. */
    public void openSession() throws IOException {
        sendAndCheck(HttpRequestTexts.initialize(port), OK);
        String session = "Mcp-Session-Id: " + response.header("mcp-session-id") + "\r\n";
        sendAndCheck(HttpRequestTexts.initialized(port, session), ACCEPTED);
    }

    /** Makes one call and returns the response. */
    public String call(BenchmarkCall call) throws IOException {
        send(new String(call.toHttpTemplate(port, "").nextRequest().array(), StandardCharsets.US_ASCII));
        receive();
        return new String(bytes, 0, response.end(), StandardCharsets.UTF_8);
    }

    /**
     * Announces a body of this length, sends it until the server responds or closes the connection, and returns the
     * status.
     */
    public int postUntilRejected(long length) throws IOException {
        String head = HttpRequestTexts.post(port, "", "").replace("Content-Length: 0", "Content-Length: " + length);
        send(head);
        byte[] chunk = new byte[CHUNK_BYTES];
        Arrays.fill(chunk, (byte) ' ');
        InputStream in = socket.getInputStream();
        try {
            for (long sent = 0; sent < length && in.available() == 0; sent += chunk.length) {
                socket.getOutputStream().write(chunk);
            }
        } catch (IOException e) {
            // The server has closed the connection; its response has arrived.
        }
        receive();
        return response.status();
    }

    private void sendAndCheck(String request, int status) throws IOException {
        send(request);
        receive();
        if (response.status() != status) {
            throw new UnexpectedResponseException("Expected status " + status + ": " + response);
        }
    }

    private void send(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private void receive() throws IOException {
        int count = 0;
        while (!response.tryParse(bytes, count)) {
            if (count == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * count);
            }
            int read = socket.getInputStream().read(bytes, count, bytes.length - count);
            if (read < 0) {
                throw new UnexpectedResponseException("The server has closed the connection after: " + response);
            }
            count += read;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
