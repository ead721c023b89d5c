package dev.tenon.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The bytes of a call, ready to be sent again with the next id, and the check of its answer. One at a time. */
public final class RequestTemplate {
    private static final byte[] ID_MEMBER = "\"id\":".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final List<byte[]> wanted;
    private final int idAt;
    private final byte[] id;

    RequestTemplate(String text, List<byte[]> wanted) {
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        this.wanted = wanted;
        this.idAt = text.indexOf(BenchmarkCall.ID);
        byte[] digits = BenchmarkCall.ID.getBytes(StandardCharsets.US_ASCII);
        this.id = Arrays.copyOf(ID_MEMBER, ID_MEMBER.length + digits.length);
        System.arraycopy(digits, 0, id, ID_MEMBER.length, digits.length);
    }

    /** The next call. */
    public ByteBuffer nextRequest() {
        int last = id.length - 1;
        while (id[last] == '9') {
            id[last--] = '0';
        }
        id[last]++;
        System.arraycopy(id, ID_MEMBER.length, bytes, idAt, id.length - ID_MEMBER.length);
        return ByteBuffer.wrap(bytes);
    }

    /** The number of the call that was made last. */
    long lastId() {
        return parseNumber(id, ID_MEMBER.length, id.length);
    }

    /** Whether this is the answer to the last call: its id, and what it has to say. */
    boolean matchesResponse(byte[] answer, int from, int to) {
        return indexOf(answer, from, to, id) >= 0 && matchesContent(answer, from, to);
    }

    /** Whether this says what an answer has to say, whichever call it belongs to. */
    boolean matchesContent(byte[] answer, int from, int to) {
        for (byte[] what : wanted) {
            if (indexOf(answer, from, to, what) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The number of the call that this answers; -1 when it does not say. */
    static long findId(byte[] answer, int from, int to) {
        int at = indexOf(answer, from, to, ID_MEMBER);
        return at < 0 ? -1 : parseNumber(answer, at + ID_MEMBER.length, to);
    }

    private static long parseNumber(byte[] in, int from, int to) {
        long value = 0;
        for (int i = from; i < to && in[i] >= '0' && in[i] <= '9'; i++) {
            value = 10 * value + in[i] - '0';
        }
        return value;
    }

    private static int indexOf(byte[] in, int from, int to, byte[] what) {
        for (int i = from; i <= to - what.length; i++) {
            if (in[i] == what[0] && Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        return -1;
    }
}
