package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Writes the response to an HTTP request: a single message as JSON, or an event stream. It is chunked, so that the
 * client can detect a premature end.
 */
final class HttpMessageOutput implements MessageOutput {
    private static final String DATA = "data: ";

    private final ReceivedRequest request;
    private final boolean single;
    private final String headers;
    private final OutputStream out;
    private boolean headWritten;
    private boolean inMessage;
    private boolean replaced;

    HttpMessageOutput(ReceivedRequest request, boolean single, String headers, OutputStream out) {
        this.request = request;
        this.single = single;
        this.headers = headers;
        this.out = out;
    }

    @Override
    public void writeBytes(byte[] chunk) throws IOException {
        if (single) {
            writeChunk(chunk);
            return;
        }
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        if (!inMessage) {
            event.writeBytes(DATA.getBytes(UTF_8));
            inMessage = true;
        }
        for (byte b : chunk) {
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
        writeMessage(Objects.requireNonNull(WellBehavedServer.respond(request)));
    }

    @Override
    public void writeHttpResponse(String response) throws IOException {
        replaced = true;
        out.write(("HTTP/1.1 " + response).getBytes(ISO_8859_1));
        out.flush();
        throw new ConnectionCutException();
    }

    @Override
    public void writeEvents(String raw) throws IOException {
        writeChunk(raw.getBytes(UTF_8));
    }

    /** Ends the response. */
    void finish() throws IOException {
        if (!replaced) {
            writeHead();
            out.write("0\r\n\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    private void writeHead() throws IOException {
        if (!headWritten) {
            headWritten = true;
            String type = single ? "application/json" : "text/event-stream";
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n" + headers
                            + "\r\n")
                    .getBytes(UTF_8));
        }
    }

    private void writeChunk(byte[] chunk) throws IOException {
        writeHead();
        if (chunk.length > 0) {
            out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes(UTF_8));
            out.write(chunk);
            out.write("\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    /** Thrown to close the connection. */
    static final class ConnectionCutException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
