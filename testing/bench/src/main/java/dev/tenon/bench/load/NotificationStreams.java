package dev.tenon.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Open notification streams, each on its own connection. */
public final class NotificationStreams implements AutoCloseable {
    private static final long TIMEOUT_MS = 30_000;
    private static final String OPENED = "data:";
    private static final String CHANGED = "list_changed";

    private final Selector selector;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 14);

    /** The text that a stream has received. */
    private static final class ReceivedText extends ByteArrayOutputStream {
        boolean contains(String text) {
            return toString(StandardCharsets.US_ASCII).contains(text);
        }
    }

    /** Opens the streams, and waits until each has received its first event. */
    public NotificationStreams(int port, int count) throws IOException {
        selector = Selector.open();
        byte[] request = HttpRequestTexts.post(
                        port,
                        RequestShape.MODERN.formatHeaders("subscriptions/listen", ""),
                        RequestShape.MODERN.formatMessage(
                                "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"))
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channels.add(channel);
            channel.write(ByteBuffer.wrap(request));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new ReceivedText());
        }
        awaitText(OPENED);
    }

    /** Waits until all streams have received a change notification, and discards their text. */
    public void awaitChange() throws IOException {
        awaitText(CHANGED);
    }

    private void awaitText(String text) throws IOException {
        int waiting = channels.size();
        while (waiting > 0) {
            if (selector.select(TIMEOUT_MS) == 0) {
                throw new UnexpectedResponseException(waiting + " streams have not received " + text);
            }
            for (SelectionKey key : selector.selectedKeys()) {
                ReceivedText received = (ReceivedText) key.attachment();
                read((SocketChannel) key.channel(), received);
                if (received.contains(text)) {
                    received.reset();
                    waiting--;
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private void read(SocketChannel channel, ReceivedText received) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            throw new EOFException("A stream has ended after: " + received);
        }
        received.write(buffer.array(), 0, buffer.position());
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }
}
