package dev.tenon.server.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.server.http.HttpResponseStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Records what a container gets for a streaming response; the client reads when the test says so. */
public final class RecordingHttpStream implements HttpResponseStream {
    private final List<byte[]> parts = new ArrayList<>();
    private final Queue<Runnable> unread = new ArrayDeque<>();
    private final List<String> ends = new ArrayList<>();
    private boolean reading;
    private boolean failing;

    /** Reads everything now and, if this is permanent, also what follows. */
    public void read(boolean permanently) {
        reading = permanently;
        while (!unread.isEmpty()) {
            readOne();
        }
    }

    /** Reads the oldest part that is not read yet. */
    public void readOne() {
        unread.remove().run();
    }

    /** Throws an exception at the end of the stream. */
    public void failAtEnd() {
        failing = true;
    }

    public List<byte[]> parts() {
        return parts;
    }

    /** Returns the bytes so far as text. */
    public String text() {
        StringBuilder all = new StringBuilder();
        parts.forEach(part -> all.append(new String(part, UTF_8)));
        return all.toString();
    }

    /** Returns the calls that ended the stream: "end" or "abort". */
    public List<String> ends() {
        return ends;
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        parts.add(bytes);
        if (reading) {
            written.run();
        } else {
            unread.add(written);
        }
    }

    @Override
    public void end() {
        recordEnd("end");
    }

    @Override
    public void abort() {
        recordEnd("abort");
    }

    private void recordEnd(String kind) {
        ends.add(kind);
        if (failing) {
            throw new IllegalStateException("the container failed");
        }
    }
}
