package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

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
        byte[] fields = fields(event).getBytes(UTF_8);
        byte[] data = event.data();
        int most = data == null ? 0 : data.length + (breaks(data) + 1) * (DATA.length + 1);
        ByteBuffer out = ByteBuffer.allocate(fields.length + most + 1).put(fields);
        if (data != null) {
            data(out, data);
        }
        out.put((byte) '\n');
        return out.hasRemaining() ? Arrays.copyOf(out.array(), out.position()) : out.array();
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

    private static int breaks(byte[] data) {
        int breaks = 0;
        for (byte one : data) {
            if (isBreak(one)) {
                breaks++;
            }
        }
        return breaks;
    }

    private static boolean isBreak(byte one) {
        return one == '\n' || one == '\r';
    }

    private static void data(ByteBuffer out, byte[] data) {
        int from = 0;
        for (int i = 0; i < data.length; i++) {
            if (!isBreak(data[i])) {
                continue;
            }
            line(out, data, from, i);
            boolean pair = data[i] == '\r' && i + 1 < data.length && data[i + 1] == '\n';
            i += pair ? 1 : 0;
            from = i + 1;
        }
        line(out, data, from, data.length);
    }

    private static void line(ByteBuffer out, byte[] data, int from, int to) {
        out.put(DATA).put(data, from, to - from).put((byte) '\n');
    }
}
