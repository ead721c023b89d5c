package dev.tenon.battery.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** The answer to one HTTP request: one message as JSON, or a stream of events; in chunks, so that an early end is seen. */
final class HttpOut implements Out {
    private static final String DATA = "data: ";

    private final Got got;
    private final boolean single;
    private final String headers;
    private final OutputStream out;
    private boolean begun;
    private boolean inMessage;
    private boolean replaced;

    HttpOut(Got got, boolean single, String headers, OutputStream out) {
        this.got = got;
        this.single = single;
        this.headers = headers;
        this.out = out;
    }

    @Override
    public void bytes(byte[] piece) throws IOException {
        if (single) {
            chunk(piece);
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
        chunk(event.toByteArray());
    }

    @Override
    public void end() throws IOException {
        if (single) {
            begin();
        } else {
            chunk((inMessage ? "\n\n" : DATA + "\n\n").getBytes(UTF_8));
        }
        inMessage = false;
    }

    @Override
    public void cut() throws IOException {
        throw new Cut();
    }

    @Override
    public void good() throws IOException {
        message(Objects.requireNonNull(GoodServer.answer(got)));
    }

    @Override
    public void http(String answer) throws IOException {
        replaced = true;
        out.write(("HTTP/1.1 " + answer).getBytes(ISO_8859_1));
        out.flush();
        throw new Cut();
    }

    @Override
    public void events(String raw) throws IOException {
        chunk(raw.getBytes(UTF_8));
    }

    /** The whole answer has been written. */
    void finish() throws IOException {
        if (!replaced) {
            begin();
            out.write("0\r\n\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            String type = single ? "application/json" : "text/event-stream";
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n" + headers
                            + "\r\n")
                    .getBytes(UTF_8));
        }
    }

    private void chunk(byte[] piece) throws IOException {
        begin();
        if (piece.length > 0) {
            out.write((Integer.toHexString(piece.length) + "\r\n").getBytes(UTF_8));
            out.write(piece);
            out.write("\r\n".getBytes(UTF_8));
            out.flush();
        }
    }

    /** The connection is to end here. */
    static final class Cut extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
