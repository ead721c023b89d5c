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

/** A connection to a server with at most one call in flight. It is blocking until it is registered with a selector. */
final class LoadConnection implements AutoCloseable {
    private static final int INITIAL_BYTES = 4096;

    private final SocketChannel channel;
    private final int port;
    private final HttpResponseParser response = new HttpResponseParser();
    private final String session;
    private final RequestTemplate template;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private ByteBuffer in = ByteBuffer.wrap(bytes);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private @Nullable SelectionKey key;
    private long sentAt;

    private LoadConnection(SocketChannel channel, int port, BenchmarkCall call) throws IOException {
        this.channel = channel;
        this.port = port;
        this.session = call.shape().opensSession() ? openSession() : "";
        this.template = call.toHttpTemplate(port, session);
    }

    /** Connects, and opens a session if the call needs one. */
    static LoadConnection open(int port, BenchmarkCall call) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new LoadConnection(channel, port, call);
    }

    private String openSession() throws IOException {
        sendAndAwait(HttpRequestTexts.initialize(port), 200);
        String header = "Mcp-Session-Id: " + response.header("mcp-session-id") + "\r\n";
        sendAndAwait(HttpRequestTexts.initialized(port, header), 202);
        return header;
    }

    private void sendAndAwait(String request, int status) throws IOException {
        out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        while (out.hasRemaining()) {
            channel.write(out);
        }
        in.clear();
        while (!tryReceive()) {
            // The channel is blocking.
        }
        if (response.status() != status) {
            throw new UnexpectedResponseException("Expected status " + status + ": " + response);
        }
    }

    /** Makes the connection non-blocking. */
    void register(Selector selector) throws IOException {
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Sends the next call. */
    void sendCall(long now) throws IOException {
        sentAt = now;
        in.clear();
        out = template.nextRequest();
        flush();
    }

    /** Sends the rest of the call. */
    void flush() throws IOException {
        channel.write(out);
        int interest = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key != null && key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Reads what has arrived; returns whether the response is complete. */
    boolean tryReadResponse() throws IOException {
        if (!tryReceive()) {
            return false;
        }
        if (response.status() != 200 || !template.matchesResponse(bytes, response.bodyAt(), response.end())) {
            throw new UnexpectedResponseException("Not the response to the call: " + response);
        }
        return true;
    }

    private boolean tryReceive() throws IOException {
        if (!in.hasRemaining()) {
            int position = in.position();
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
            in = ByteBuffer.wrap(bytes).position(position);
        }
        if (channel.read(in) < 0) {
            throw new EOFException("The server has closed the connection after: " + response);
        }
        return response.tryParse(bytes, in.position());
    }

    long sentAt() {
        return sentAt;
    }

    /** Ends the session, without waiting for the response, and closes the connection. */
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
