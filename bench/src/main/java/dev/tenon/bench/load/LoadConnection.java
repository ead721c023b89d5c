package dev.tenon.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server, with one call on its way at most. First it waits for its answers, and once in a load it
 * never does.
 */
final class LoadConnection implements AutoCloseable {
    private static final int USUAL_BYTES = 4096;

    private final SocketChannel channel;
    private final int port;
    private final HttpResponseParser answer = new HttpResponseParser();
    private final String session;
    private final RequestTemplate template;
    private byte[] bytes = new byte[USUAL_BYTES];
    private ByteBuffer into = ByteBuffer.wrap(bytes);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private @Nullable SelectionKey key;
    private long sentAt;

    private LoadConnection(SocketChannel channel, int port, BenchmarkCall question) throws IOException {
        this.channel = channel;
        this.port = port;
        this.session = question.shape().opensSession() ? openSession() : "";
        this.template = question.toHttpTemplate(port, session);
    }

    /** Connects, and opens a session where calls need one. */
    static LoadConnection open(int port, BenchmarkCall question) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new LoadConnection(channel, port, question);
    }

    private String openSession() throws IOException {
        sendAndAwait(HttpRequestTexts.initialize(port), 200);
        String header = "Mcp-Session-Id: " + answer.header("mcp-session-id") + "\r\n";
        sendAndAwait(HttpRequestTexts.initialized(port, header), 202);
        return header;
    }

    private void sendAndAwait(String request, int status) throws IOException {
        out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        while (out.hasRemaining()) {
            channel.write(out);
        }
        into.clear();
        while (!tryReceive()) {
            // The channel waits.
        }
        if (answer.status() != status) {
            throw new UnexpectedResponseException("Not " + status + ": " + answer);
        }
    }

    /** From here on nothing waits. */
    void register(Selector selector) throws IOException {
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Makes the next call. */
    void sendCall(long now) throws IOException {
        sentAt = now;
        into.clear();
        out = template.nextRequest();
        flush();
    }

    /** Sends what is left of the call. */
    void flush() throws IOException {
        channel.write(out);
        int wanted = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key != null && key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    /** Takes what has come; true when the answer is complete, and then it was the right one. */
    boolean tryReadResponse() throws IOException {
        if (!tryReceive()) {
            return false;
        }
        if (answer.status() != 200 || !template.matchesResponse(bytes, answer.bodyAt(), answer.end())) {
            throw new UnexpectedResponseException("Not the answer: " + answer);
        }
        return true;
    }

    private boolean tryReceive() throws IOException {
        if (!into.hasRemaining()) {
            int position = into.position();
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
            into = ByteBuffer.wrap(bytes).position(position);
        }
        if (channel.read(into) < 0) {
            throw new EOFException("The server has closed the connection after: " + answer);
        }
        return answer.tryParse(bytes, into.position());
    }

    long sentAt() {
        return sentAt;
    }

    /** Ends the session, whatever the server says to it, and the connection. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (!session.isEmpty()) {
                channel.write(
                        ByteBuffer.wrap(HttpRequestTexts.delete(port, session).getBytes(StandardCharsets.US_ASCII)));
            }
        }
    }
}
