package dev.tenon.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that does one thing after the other on one connection, and waits for each. */
public final class SequentialClient implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;
    private static final int PIECE = 1 << 16;
    private static final int ACCEPTED = 202;
    private static final int OK = 200;

    private final Socket socket;
    private final int port;
    private final HttpResponseParser answer = new HttpResponseParser();
    private byte[] bytes = new byte[PIECE];

    /** Connects. */
    public SequentialClient(int port) throws IOException {
        this.port = port;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
    }

    /** Opens a session of 2025-11-25 and leaves it. */
    public void openSession() throws IOException {
        sendAndCheck(HttpRequestTexts.initialize(port), OK);
        String session = "Mcp-Session-Id: " + answer.header("mcp-session-id") + "\r\n";
        sendAndCheck(HttpRequestTexts.initialized(port, session), ACCEPTED);
    }

    /** Asks once, and returns the answer as it came. */
    public String call(BenchmarkCall question) throws IOException {
        send(new String(question.toHttpTemplate(port, "").nextRequest().array(), StandardCharsets.US_ASCII));
        receive();
        return new String(bytes, 0, answer.end(), StandardCharsets.UTF_8);
    }

    /** Announces a body of so many bytes, sends of it what the server takes, and returns the status of the answer. */
    public int postUntilRejected(long length) throws IOException {
        String head = HttpRequestTexts.post(port, "", "").replace("Content-Length: 0", "Content-Length: " + length);
        send(head);
        byte[] piece = new byte[PIECE];
        Arrays.fill(piece, (byte) ' ');
        InputStream in = socket.getInputStream();
        try {
            for (long sent = 0; sent < length && in.available() == 0; sent += piece.length) {
                socket.getOutputStream().write(piece);
            }
        } catch (IOException e) {
            // It does not want any more; what it says to that has come already.
        }
        receive();
        return answer.status();
    }

    private void sendAndCheck(String request, int status) throws IOException {
        send(request);
        receive();
        if (answer.status() != status) {
            throw new UnexpectedResponseException("Not " + status + ": " + answer);
        }
    }

    private void send(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private void receive() throws IOException {
        int count = 0;
        while (!answer.tryParse(bytes, count)) {
            if (count == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * count);
            }
            int got = socket.getInputStream().read(bytes, count, bytes.length - count);
            if (got < 0) {
                throw new UnexpectedResponseException("The server has closed the connection after: " + answer);
            }
            count += got;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
