package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Formats event streams. */
public final class SseWriter {
    private static final byte[] KEEP_ALIVE = ":\n\n".getBytes(UTF_8);
    private static final byte[] DATA = "data: ".getBytes(UTF_8);
    private static final byte[] NEXT_LINE = "\ndata: ".getBytes(UTF_8);
    private static final byte[] END = "\n\n".getBytes(UTF_8);

    private SseWriter() {}

    /** Returns a comment, which carries no data and keeps the connection from becoming idle. */
    public static byte[] keepAliveComment() {
        return KEEP_ALIVE.clone();
    }

    /** Formats an event. Each line of its data becomes a field, as the format requires. */
    public static byte[] write(SseEvent event) {
        String fields = formatFields(event);
        byte[] data = event.data();
        if (data == null) {
            return (fields + "\n").getBytes(UTF_8);
        }
        byte[] head = fields.getBytes(UTF_8);
        byte[] lines = prefixFurtherLines(data);
        return ByteBuffer.allocate(head.length + DATA.length + lines.length + END.length)
                .put(head)
                .put(DATA)
                .put(lines)
                .put(END)
                .array();
    }

    /** Formats the fields before the data. */
    private static String formatFields(SseEvent event) {
        String fields = event.id() == null ? "" : "id: " + event.id() + "\n";
        if (event.hasName()) {
            fields += "event: " + event.name() + "\n";
        }
        if (event.retry() != null) {
            fields += "retry: " + event.retry().toMillis() + "\n";
        }
        return fields;
    }

    /** Returns the data with {@code data: } between its lines; the same array if it has a single line. */
    private static byte[] prefixFurtherLines(byte[] data) {
        int from = 0;
        ByteArrayOutputStream joined = null;
        for (int i = 0; i < data.length; i++) {
            if (data[i] == '\n' || data[i] == '\r') {
                joined = joined == null ? new ByteArrayOutputStream(2 * data.length) : joined;
                joined.write(data, from, i - from);
                joined.writeBytes(NEXT_LINE);
                boolean pair = data[i] == '\r' && i + 1 < data.length && data[i + 1] == '\n';
                i += pair ? 1 : 0;
                from = i + 1;
            }
        }
        if (joined == null) {
            return data;
        }
        joined.write(data, from, data.length - from);
        return joined.toByteArray();
    }
}
