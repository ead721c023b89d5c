package dev.tenon.http.embedded;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where requests of HTTP/1.1 begin and end, and refuses what RFC 9112 leaves open to two readings: the next program on the
 * way must find the same ends. The decoder behind gets nothing that was not looked at here.
 */
final class RequestFraming {
    private static final int CHUNK_LINE_BYTES = 1024;
    /** The size, and what may follow it as an extension. */
    private static final Pattern CHUNK_LINE = Pattern.compile("([0-9a-fA-F]{1,15})(?:[ \t]*;.*)?", Pattern.DOTALL);

    private enum State {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS
    }

    private final int headerBytes;
    private State state = State.HEAD;
    /** Of the body, or of the chunk. */
    private long left;

    /**
     * The beginning of a connection.
     *
     * @param headerBytes the most that headers may have together, without the first line
     */
    RequestFraming(int headerBytes) {
        this.headerBytes = headerBytes;
    }

    /** Whether the next byte begins a request. */
    boolean isBetweenRequests() {
        return state == State.HEAD;
    }

    /**
     * Looks at what has come, up to the end of a request at most.
     *
     * @param from the index of the first byte that was not understood yet
     * @return the index behind the last byte that was
     * @throws MalformedRequestException when it is refused; the connection must not be read any further
     */
    int advance(ByteBuf in, int from) throws MalformedRequestException {
        int at = from;
        int end = in.writerIndex();
        while (at < end) {
            int before = at;
            at = step(in, at, end);
            if (at == before || state == State.HEAD) {
                break;
            }
        }
        return at;
    }

    private int step(ByteBuf in, int at, int end) throws MalformedRequestException {
        return switch (state) {
            case HEAD -> head(in, at, end);
            case BODY, CHUNK_DATA -> content(at, end);
            case CHUNK_SIZE -> chunkSize(in, at, end);
            case CHUNK_END -> chunkEnd(in, at, end);
            case TRAILERS -> trailer(in, at, end);
        };
    }

    private int head(ByteBuf in, int at, int end) throws MalformedRequestException {
        int start = at;
        // Empty lines before a request are allowed (section 2.2).
        while (start + 1 < end && in.getByte(start) == '\r' && in.getByte(start + 1) == '\n') {
            start += 2;
        }
        RequestLines head = new RequestLines(in, start, end);
        if (!head.readHead()) {
            return incomplete(at, end);
        }
        if (head.fieldBytes() > headerBytes) {
            throw MalformedRequestException.headTooLarge(headerBytes);
        }
        if (head.isChunked()) {
            state = State.CHUNK_SIZE;
        } else {
            left = head.contentLength();
            state = left > 0 ? State.BODY : State.HEAD;
        }
        return head.end();
    }

    private int incomplete(int at, int end) throws MalformedRequestException {
        if (end - at > headerBytes + Listener.FIRST_LINE_BYTES) {
            throw MalformedRequestException.headTooLarge(headerBytes);
        }
        return at;
    }

    private int content(int at, int end) {
        long some = Math.min(left, end - at);
        left -= some;
        if (left == 0) {
            state = state == State.BODY ? State.HEAD : State.CHUNK_END;
        }
        return at + (int) some;
    }

    private int chunkSize(ByteBuf in, int at, int end) throws MalformedRequestException {
        int lineEnd = RequestLines.lineEnd(in, at, end);
        if (lineEnd < 0) {
            if (end - at > CHUNK_LINE_BYTES) {
                throw MalformedRequestException.bad("a chunk size: the line is too long");
            }
            return at;
        }
        Matcher line = CHUNK_LINE.matcher(in.toString(at, lineEnd - at, StandardCharsets.ISO_8859_1));
        if (!line.matches()) {
            throw MalformedRequestException.bad("a chunk size: must be hexadecimal digits at the start of the line");
        }
        left = Long.parseLong(line.group(1), 16);
        state = left == 0 ? State.TRAILERS : State.CHUNK_DATA;
        return lineEnd + 2;
    }

    private int chunkEnd(ByteBuf in, int at, int end) throws MalformedRequestException {
        if (end - at < 2) {
            return at;
        }
        if (in.getByte(at) != '\r' || in.getByte(at + 1) != '\n') {
            throw MalformedRequestException.bad("a chunk: must be followed by CRLF");
        }
        state = State.CHUNK_SIZE;
        return at + 2;
    }

    private int trailer(ByteBuf in, int at, int end) throws MalformedRequestException {
        RequestLines trailers = new RequestLines(in, at, end);
        if (!trailers.readFields()) {
            return incomplete(at, end);
        }
        state = State.HEAD;
        return trailers.end();
    }
}
