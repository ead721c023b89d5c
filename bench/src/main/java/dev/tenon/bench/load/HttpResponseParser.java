package dev.tenon.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The answer of HTTP/1.1 that stands at the beginning of some bytes, as far as it has come. */
final class HttpResponseParser {
    private static final int STATUS_AT = 9;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCODING = "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[0];
    private int count;
    private int bodyAt;
    private int end;

    /** Reads what has come; false while the answer is not complete. */
    boolean tryParse(byte[] from, int howMany) {
        bytes = from;
        count = howMany;
        long length = 0;
        boolean chunked = false;
        int line = endOfLine(0);
        while (line > 0) {
            int next = endOfLine(line);
            if (next < 0) {
                return false;
            }
            if (next - line == 2) {
                bodyAt = next;
                return chunked ? tryParseChunks() : parseCounted(length);
            }
            if (startsWith(line, LENGTH)) {
                length = parseNumber(line + LENGTH.length, 10);
            } else if (startsWith(line, ENCODING)) {
                chunked = true;
            }
            line = next;
        }
        return false;
    }

    private boolean parseCounted(long length) {
        end = (int) Math.min(Integer.MAX_VALUE, bodyAt + length);
        return count >= end;
    }

    private boolean tryParseChunks() {
        int at = bodyAt;
        while (true) {
            int data = endOfLine(at);
            if (data < 0) {
                return false;
            }
            int size = (int) parseNumber(at, 16);
            at = data + size + 2;
            if (at > count) {
                return false;
            }
            if (size == 0) {
                joinChunks();
                return true;
            }
        }
    }

    /** Puts the chunks together, so that a text which goes on in the next one is found. */
    private void joinChunks() {
        int at = bodyAt;
        end = bodyAt;
        while (true) {
            int data = endOfLine(at);
            int size = (int) parseNumber(at, 16);
            if (size == 0) {
                return;
            }
            System.arraycopy(bytes, data, bytes, end, size);
            end += size;
            at = data + size + 2;
        }
    }

    int status() {
        return (int) parseNumber(STATUS_AT, 10);
    }

    int bodyAt() {
        return bodyAt;
    }

    /** Where the answer ends. */
    int end() {
        return end;
    }

    /** Where the line after this one begins, or -1 when this one has not ended. */
    private int endOfLine(int from) {
        for (int i = from; i < count; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private boolean startsWith(int at, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (at + i >= count || (bytes[at + i] | (name[i] == '-' || name[i] == ':' ? 0 : 0x20)) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private long parseNumber(int at, int radix) {
        int i = at;
        while (i < count && bytes[i] == ' ') {
            i++;
        }
        long value = 0;
        for (int digit = Character.digit(bytes[i], radix); digit >= 0; digit = Character.digit(bytes[++i], radix)) {
            value = value * radix + digit;
        }
        return value;
    }

    /** The value of a header, by its name in small letters; empty when there is none. */
    String header(String name) {
        for (String line : new String(bytes, 0, bodyAt, StandardCharsets.ISO_8859_1).split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return "";
    }

    @Override
    public String toString() {
        return new String(bytes, 0, Math.min(count, 1000), StandardCharsets.UTF_8);
    }
}
