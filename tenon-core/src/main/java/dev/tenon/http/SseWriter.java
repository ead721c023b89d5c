package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** The bytes of an event stream. */
public final class SseWriter {
    private static final byte[] KEEP_ALIVE = ":\n\n".getBytes(UTF_8);
    private static final byte[] DATA = "data: ".getBytes(UTF_8);

    private SseWriter() {}

    /** A comment, which carries nothing and keeps the connection from looking idle. */
    public static byte[] keepAlive() {
        return KEEP_ALIVE.clone();
    }

    /** One event. Line breaks in its data split it into several lines, as the format demands. */
    public static byte[] write(SseEvent event) {
        byte[] data = event.data();
        ByteArrayOutputStream out = new ByteArrayOutputStream((data == null ? 0 : data.length) + 64);
        if (event.id() != null) {
            out.writeBytes(("id: " + event.id() + "\n").getBytes(UTF_8));
        }
        if (event.isNamed()) {
            out.writeBytes(("event: " + event.name() + "\n").getBytes(UTF_8));
        }
        if (event.retry() != null) {
            out.writeBytes(("retry: " + event.retry().toMillis() + "\n").getBytes(UTF_8));
        }
        if (data != null) {
            data(out, data);
        }
        out.write('\n');
        return out.toByteArray();
    }

    private static void data(ByteArrayOutputStream out, byte[] data) {
        int from = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] != '\n' && data[i] != '\r') {
                continue;
            }
            line(out, data, from, i);
            boolean pair = data[i] == '\r' && i + 1 < data.length && data[i + 1] == '\n';
            i += pair ? 1 : 0;
            from = i + 1;
        }
        line(out, data, from, data.length);
    }

    private static void line(ByteArrayOutputStream out, byte[] data, int from, int to) {
        out.writeBytes(DATA);
        out.write(data, from, to - from);
        out.write('\n');
    }
}
