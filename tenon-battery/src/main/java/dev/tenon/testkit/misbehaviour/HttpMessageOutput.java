package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The answer to one HTTP request: one message as JSON, or a stream of events; in chunks, so that an early end is seen.
 */
final class HttpMessageOutput implements MessageOutput {
    private static final String DATA = "data: ";

    private final ReceivedRequest got;
    private final boolean single;
    private final String headers;
    private final OutputStream out;
    private boolean begun;
    private boolean inMessage;
    private boolean replaced;

    HttpMessageOutput(ReceivedRequest got, boolean single, String headers, OutputStream out) {
        this.got = got;
        this.single = single;
        this.headers = headers;
        this.out = out;
    }

    @Override
    public void writeBytes(byte[] piece) throws IOException {
        if (single) {
            writeChunk(piece);
            return;
        }
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        if (!inMessage) {
            event.writeBytes(DATA.getBytes(UTF_8));
            inMessage = true;
        }
        for (byte b : piece) {
            event.write(b);
            if (b == '\n') {
                event.writeBytes(DATA.getBytes(UTF_8));
            }
        }
        writeChunk(event.toByteArray());
    }

    @Override
    public void endMessage() throws IOException {
        if (single) {
            writeHead();
        } else {
            writeChunk((inMessage ? "\n\n" : DATA + "\n\n").getBytes(UTF_8));
        }
        inMessage = false;
    }

    @Override
    public void disconnect() throws IOException {
        throw new ConnectionCutException();
    }

    @Override
    public void respondCorrectly() throws IOException {
        writeMessage(Objects.requireNonNull(WellBehavedServer.respond(got)));
    }

    @Override
    public void writeHttpResponse(String answer) throws IOException {
        replaced = true;
        out.write(("HTTP/1.1 " + answer).getBytes(ISO_8859_1));
        out.flush();
        throw new ConnectionCutException();
    }

    @Override
    public void writeEvents(String raw) throws IOException {
        writeChunk(raw.getBytes(UTF_8));
    }

    /** The whole answer has been written. */
    void finish() throws IOException {
        if (!replaced) {
            writeHead();
            out.write("0\r\n\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    private void writeHead() throws IOException {
        if (!begun) {
            begun = true;
            String type = single ? "application/json" : "text/event-stream";
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n" + headers
                            + "\r\n")
                    .getBytes(UTF_8));
        }
    }

    private void writeChunk(byte[] piece) throws IOException {
        writeHead();
        if (piece.length > 0) {
            out.write((Integer.toHexString(piece.length) + "\r\n").getBytes(UTF_8));
            out.write(piece);
            out.write("\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    /** The connection is to end here. */
    static final class ConnectionCutException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
