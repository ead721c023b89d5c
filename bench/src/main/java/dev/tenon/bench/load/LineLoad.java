package dev.tenon.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Calls a server by its standard input and output, with so many calls on their way; each answer may come when it likes. */
public final class LineLoad {
    private static final String INITIALIZE = HttpText.INITIALIZE + "\n";
    private static final String INITIALIZED = HttpText.INITIALIZED + "\n";
    /** Of calls that are remembered: an answer may come long after those of later calls. */
    private static final int WINDOW = 1 << 17;

    private final InputStream in;
    private final OutputStream out;
    private final Template template;
    private final long[] sentAt = new long[WINDOW];
    private byte[] bytes = new byte[1 << 16];
    private int count;
    private Calls calls = new Calls();
    private int onTheirWay;

    /** Opens a session, where the question needs one. */
    public LineLoad(InputStream in, OutputStream out, Question question) throws IOException {
        this.in = in;
        this.out = out;
        this.template = question.line();
        if (question.form().opensSession()) {
            send(INITIALIZE.getBytes(StandardCharsets.US_ASCII));
            while (endOfLine(0) < 0) {
                read();
            }
            count = 0;
            send(INITIALIZED.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Calls for this long, with so many calls on their way, and then waits for these. */
    public Calls run(Duration time, int inFlight) throws IOException {
        calls = new Calls();
        long deadline = System.nanoTime() + time.toNanos();
        call(inFlight);
        while (onTheirWay > 0) {
            read();
            int answered = take();
            if (answered > 0 && System.nanoTime() < deadline) {
                call(answered);
            }
        }
        return calls;
    }

    /** Sends that many calls in one piece. */
    private void call(int howMany) throws IOException {
        long now = System.nanoTime();
        byte[] all = new byte[0];
        for (int i = 0; i < howMany; i++) {
            byte[] next = template.next().array();
            if (i == 0) {
                all = new byte[next.length * howMany];
            }
            System.arraycopy(next, 0, all, i * next.length, next.length);
            sentAt[slot(template.lastId())] = now;
        }
        onTheirWay += howMany;
        send(all);
    }

    private void send(byte[] what) throws IOException {
        out.write(what);
        out.flush();
    }

    private void read() throws IOException {
        if (count == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        int got = in.read(bytes, count, bytes.length - count);
        if (got < 0) {
            throw new EOFException("The server has ended");
        }
        count += got;
    }

    /** Takes the lines that are complete; returns how many. */
    private int take() {
        long now = System.nanoTime();
        int lines = 0;
        int from = 0;
        for (int to = endOfLine(from); to >= 0; to = endOfLine(from)) {
            answered(from, to, now);
            from = to;
            lines++;
        }
        System.arraycopy(bytes, from, bytes, 0, count - from);
        count -= from;
        onTheirWay -= lines;
        return lines;
    }

    private void answered(int from, int to, long now) {
        long id = Template.idOf(bytes, from, to);
        if (id < 0 || sentAt[slot(id)] == 0 || !template.isSaidBy(bytes, from, to)) {
            throw new WrongAnswerException(
                    "Not an answer: " + new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        calls.add(now - sentAt[slot(id)]);
        sentAt[slot(id)] = 0;
    }

    private static int slot(long id) {
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
