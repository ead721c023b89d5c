package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An HTTP request of a well-behaved client. */
record ReceivedHttpRequest(String method, Map<String, String> headers, byte[] body) {
    /** Reads the next request of a connection; returns null at its end. */
    static @Nullable ReceivedHttpRequest read(InputStream in) throws IOException {
        String first = readLine(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new ReceivedHttpRequest(first.substring(0, first.indexOf(' ')), headers, in.readNBytes(length));
    }

    private static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(ISO_8859_1);
    }
}
