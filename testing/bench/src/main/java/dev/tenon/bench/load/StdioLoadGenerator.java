package dev.tenon.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Calls a server over its standard input and output, with several calls in flight; responses may arrive in any order.
 */
public final class StdioLoadGenerator {
    private static final String INITIALIZE = HttpRequestTexts.INITIALIZE + "\n";
    private static final String INITIALIZED = HttpRequestTexts.INITIALIZED + "\n";
    /** The number of calls that are tracked: a response may arrive long after those of later calls. */
    private static final int WINDOW = 1 << 17;

    private final InputStream in;
    private final OutputStream out;
    private final RequestTemplate template;
    private final long[] sentAt = new long[WINDOW];
    private byte[] bytes = new byte[1 << 16];
    private int count;
    private CallTimings calls = new CallTimings();
    private int activeCalls;

    /** Opens a session if the call needs one. */
    public StdioLoadGenerator(InputStream in, OutputStream out, BenchmarkCall call) throws IOException {
        this.in = in;
        this.out = out;
        this.template = call.toLineTemplate();
        if (call.shape().opensSession()) {
            writeBytes(INITIALIZE.getBytes(StandardCharsets.US_ASCII));
            while (endOfLine(0) < 0) {
                readMore();
            }
            count = 0;
            writeBytes(INITIALIZED.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Makes calls for this time, with this number in flight, and then waits for those. */
    public CallTimings run(Duration time, int inFlight) throws IOException {
        calls = new CallTimings();
        long deadline = System.nanoTime() + time.toNanos();
        sendCalls(inFlight);
        while (activeCalls > 0) {
            readMore();
            int completed = takeResponses();
            if (completed > 0 && System.nanoTime() < deadline) {
                sendCalls(completed);
            }
        }
        return calls;
    }

    /** Sends this number of calls in one write. */
    private void sendCalls(int requests) throws IOException {
        long now = System.nanoTime();
        byte[] all = new byte[0];
        for (int i = 0; i < requests; i++) {
            byte[] next = template.nextRequest().array();
            if (i == 0) {
                all = new byte[next.length * requests];
            }
            System.arraycopy(next, 0, all, i * next.length, next.length);
            sentAt[slotOf(template.lastId())] = now;
        }
        activeCalls += requests;
        writeBytes(all);
    }

    private void writeBytes(byte[] data) throws IOException {
        out.write(data);
        out.flush();
    }

    private void readMore() throws IOException {
        if (count == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        int read = in.read(bytes, count, bytes.length - count);
        if (read < 0) {
            throw new EOFException("The server has ended");
        }
        count += read;
    }

    /** Processes the complete lines; returns their number. */
    private int takeResponses() {
        long now = System.nanoTime();
        int lines = 0;
        int from = 0;
        for (int to = endOfLine(from); to >= 0; to = endOfLine(from)) {
            recordResponse(from, to, now);
            from = to;
            lines++;
        }
        System.arraycopy(bytes, from, bytes, 0, count - from);
        count -= from;
        activeCalls -= lines;
        return lines;
    }

    private void recordResponse(int from, int to, long now) {
        long id = RequestTemplate.findId(bytes, from, to);
        if (id < 0 || sentAt[slotOf(id)] == 0 || !template.matchesContent(bytes, from, to)) {
            throw new UnexpectedResponseException(
                    "Unexpected response: " + new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        calls.add(now - sentAt[slotOf(id)]);
        sentAt[slotOf(id)] = 0;
    }

    private static int slotOf(long id) {
        return (int) (id % WINDOW);
    }

    private int endOfLine(int from) {
        for (int i = from; i < count; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }
}
