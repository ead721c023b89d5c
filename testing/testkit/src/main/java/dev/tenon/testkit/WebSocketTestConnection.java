package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tenon.model.Revision;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A WebSocket connection that writes frames itself, since the JDK's client does not send invalid Unicode. */
public final class WebSocketTestConnection extends ChannelTestConnection {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;

    private final Socket socket;
    private final DataInputStream in;
    private final ReentrantLock writeLock = new ReentrantLock();

    /** Opens a WebSocket at an address and a session on it. */
    public WebSocketTestConnection(URI uri, Revision revision) {
        super("websocket", TransportKind.CHANNEL, revision);
        try {
            socket = new Socket(uri.getHost(), uri.getPort());
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            handshake(uri);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread reader = new Thread(this::readFrames, "battery-websocket");
        reader.setDaemon(true);
        reader.start();
        openSession();
    }

    private void handshake(URI uri) throws IOException {
        String request = "GET " + uri.getPath() + " HTTP/1.1\r\nHost: " + uri.getAuthority()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError("The WebSocket handshake failed: " + head);
        }
    }

    private void readFrames() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        try {
            for (int first = in.readUnsignedByte(); (first & 15) != CLOSE; first = in.readUnsignedByte()) {
                byte[] payload = readPayload();
                if ((first & 15) == PING) {
                    writeFrame(PONG, payload);
                } else if ((first & 15) != PONG) {
                    message.writeBytes(payload);
                    if ((first & FINAL) != 0) {
                        addReceived(message.toByteArray());
                        message.reset();
                    }
                }
            }
        } catch (IOException e) {
            // The connection has ended; waiting threads notice below.
        } finally {
            markEnded();
        }
    }

    private byte[] readPayload() throws IOException {
        long length = in.readUnsignedByte() & (MASKED - 1);
        if (length == TWO_BYTES) {
            length = in.readUnsignedShort();
        } else if (length == EIGHT_BYTES) {
            length = in.readLong();
        }
        return in.readNBytes(Math.toIntExact(length));
    }

    @Override
    ReceivedMessages writeMessage(byte[] message) {
        try {
            writeFrame(TEXT, message);
        } catch (IOException e) {
            throw new UncheckedIOException("The server no longer reads", e);
        }
        return ReceivedMessages.ofChannel(List.of());
    }

    /** Writes a frame; the mask is all zeros, which leaves the bytes unchanged. */
    private void writeFrame(int opcode, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
        frame.put((byte) (FINAL | opcode));
        if (payload.length < TWO_BYTES) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length <= 0xFFFF) {
            frame.put((byte) (MASKED | TWO_BYTES)).putShort((short) payload.length);
        } else {
            frame.put((byte) (MASKED | EIGHT_BYTES)).putLong(payload.length);
        }
        frame.putInt(0).put(payload);
        writeLock.lock();
        try {
            socket.getOutputStream().write(frame.array(), 0, frame.position());
        } finally {
            writeLock.unlock();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
