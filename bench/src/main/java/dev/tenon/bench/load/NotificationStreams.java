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

/** Streams of notifications of a server that are kept open, each on a connection of its own. */
public final class NotificationStreams implements AutoCloseable {
    private static final long PATIENCE_MS = 30_000;
    private static final String OPENED = "data:";
    private static final String CHANGED = "list_changed";

    private final Selector selector;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 14);

    /** What a stream has said up to now. */
    private static final class ReceivedText extends ByteArrayOutputStream {
        boolean contains(String text) {
            return toString(StandardCharsets.US_ASCII).contains(text);
        }
    }

    /** Opens so many, and waits until each has said something. */
    public NotificationStreams(int port, int howMany) throws IOException {
        selector = Selector.open();
        byte[] request = HttpRequestTexts.post(
                        port,
                        RequestShape.MODERN.formatHeaders("subscriptions/listen", ""),
                        RequestShape.MODERN.formatMessage(
                                "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"))
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < howMany; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channels.add(channel);
            channel.write(ByteBuffer.wrap(request));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new ReceivedText());
        }
        awaitText(OPENED);
    }

    /** Waits until all have told of a change, and forgets what they have said. */
    public void awaitChange() throws IOException {
        awaitText(CHANGED);
    }

    private void awaitText(String text) throws IOException {
        int silent = channels.size();
        while (silent > 0) {
            if (selector.select(PATIENCE_MS) == 0) {
                throw new UnexpectedResponseException(silent + " streams have not said " + text);
            }
            for (SelectionKey key : selector.selectedKeys()) {
                ReceivedText heard = (ReceivedText) key.attachment();
                read((SocketChannel) key.channel(), heard);
                if (heard.contains(text)) {
                    heard.reset();
                    silent--;
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private void read(SocketChannel channel, ReceivedText heard) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            throw new EOFException("A stream has ended after: " + heard);
        }
        heard.write(buffer.array(), 0, buffer.position());
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }
}
