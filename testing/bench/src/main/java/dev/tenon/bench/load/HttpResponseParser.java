package dev.tenon.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Parses an HTTP/1.1 response from the received bytes. */
final class HttpResponseParser {
    private static final int STATUS_OFFSET = 9;
    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[0];
    private int count;
    private int bodyAt;
    private int end;

    /** Parses the bytes received so far; returns false while the response is incomplete. */
    boolean tryParse(byte[] from, int available) {
        bytes = from;
        count = available;
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
            if (startsWith(line, CONTENT_LENGTH)) {
                length = parseNumber(line + CONTENT_LENGTH.length, 10);
            } else if (startsWith(line, TRANSFER_ENCODING)) {
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

    /** Joins the chunks, so that a text that spans several is found. */
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
        return (int) parseNumber(STATUS_OFFSET, 10);
    }

    int bodyAt() {
        return bodyAt;
    }

    /** Returns the end of the response. */
    int end() {
        return end;
    }

    /** Returns the start of the next line, or -1 if this line is incomplete. */
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

    /** Returns the value of a header by its name in lower case; empty if it is missing. */
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
