package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** The bytes of an event stream. */
public final class SseWriter {
    private static final byte[] KEEP_ALIVE = ":\n\n".getBytes(UTF_8);
    /** What an event usually has besides its data. */
    private static final int OTHER_BYTES = 64;

    private static final byte[] DATA = "data: ".getBytes(UTF_8);

    private SseWriter() {}

    /** A comment, which carries nothing and keeps the connection from looking idle. */
    public static byte[] keepAlive() {
        return KEEP_ALIVE.clone();
    }

    /** One event. Line breaks in its data split it into several lines, as the format demands. */
    public static byte[] write(SseEvent event) {
        byte[] data = event.data();
        ByteArrayOutputStream out = new ByteArrayOutputStream(OTHER_BYTES + (data == null ? 0 : data.length));
        out.writeBytes(fields(event).getBytes(UTF_8));
        if (data != null) {
            data(out, data);
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** What stands before the data. */
    private static String fields(SseEvent event) {
        String fields = event.id() == null ? "" : "id: " + event.id() + "\n";
        if (event.isNamed()) {
            fields += "event: " + event.name() + "\n";
        }
        if (event.retry() != null) {
            fields += "retry: " + event.retry().toMillis() + "\n";
        }
        return fields;
    }

    private static void data(ByteArrayOutputStream out, byte[] data) {
        int from = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] == '\n' || data[i] == '\r') {
                line(out, data, from, i);
                boolean pair = data[i] == '\r' && i + 1 < data.length && data[i + 1] == '\n';
                i += pair ? 1 : 0;
                from = i + 1;
            }
        }
        line(out, data, from, data.length);
    }

    private static void line(ByteArrayOutputStream out, byte[] data, int from, int to) {
        out.writeBytes(DATA);
        out.write(data, from, to - from);
        out.write('\n');
    }
}
