package dev.tenon.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a call, reused with a new id for each call, and the check of its response. Supports one call at a time.
 */
public final class RequestTemplate {
    private static final byte[] ID_MEMBER = "\"id\":".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final List<byte[]> expected;
    private final int idAt;
    private final byte[] id;

    RequestTemplate(String text, List<byte[]> expected) {
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        this.expected = expected;
        this.idAt = text.indexOf(BenchmarkCall.ID);
        byte[] digits = BenchmarkCall.ID.getBytes(StandardCharsets.US_ASCII);
        this.id = Arrays.copyOf(ID_MEMBER, ID_MEMBER.length + digits.length);
        System.arraycopy(digits, 0, id, ID_MEMBER.length, digits.length);
    }

    /** Returns the next call. */
    public ByteBuffer nextRequest() {
        int last = id.length - 1;
        while (id[last] == '9') {
            id[last--] = '0';
        }
        id[last]++;
        System.arraycopy(id, ID_MEMBER.length, bytes, idAt, id.length - ID_MEMBER.length);
        return ByteBuffer.wrap(bytes);
    }

    /** Returns the id of the last call. */
    long lastId() {
        return parseNumber(id, ID_MEMBER.length, id.length);
    }

    /** Returns whether this is the response to the last call, with the expected texts. */
    boolean matchesResponse(byte[] response, int from, int to) {
        return indexOf(response, from, to, id) >= 0 && matchesContent(response, from, to);
    }

    /** Returns whether this contains the expected texts, for any id. */
    boolean matchesContent(byte[] response, int from, int to) {
        for (byte[] pattern : expected) {
            if (indexOf(response, from, to, pattern) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the id of the call that this responds to, or -1. */
    static long findId(byte[] response, int from, int to) {
        int at = indexOf(response, from, to, ID_MEMBER);
        return at < 0 ? -1 : parseNumber(response, at + ID_MEMBER.length, to);
    }

    private static long parseNumber(byte[] in, int from, int to) {
        long value = 0;
        for (int i = from; i < to && in[i] >= '0' && in[i] <= '9'; i++) {
            value = 10 * value + in[i] - '0';
        }
        return value;
    }

    private static int indexOf(byte[] in, int from, int to, byte[] pattern) {
        for (int i = from; i <= to - pattern.length; i++) {
            if (in[i] == pattern[0] && Arrays.equals(in, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i;
            }
        }
        return -1;
    }
}
