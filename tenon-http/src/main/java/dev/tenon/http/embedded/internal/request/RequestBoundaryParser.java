package dev.tenon.http.embedded.internal.request;

import dev.tenon.http.embedded.HttpListener;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where requests of HTTP/1.1 begin and end, and refuses what RFC 9112 leaves open to two readings: the next
 * program on the way must find the same ends. The decoder behind gets nothing that was not looked at here.
 */
public final class RequestBoundaryParser {
    private static final int CHUNK_LINE_BYTES = 1024;
    /** The size, and what may follow it as an extension. */
    private static final Pattern CHUNK_LINE = Pattern.compile("([0-9a-fA-F]{1,15})(?:[ \t]*;.*)?", Pattern.DOTALL);

    private enum ParseState {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS
    }

    private final int headerBytes;
    private ParseState state = ParseState.HEAD;
    /** Of the body, or of the chunk. */
    private long left;

    /**
     * The beginning of a connection.
     *
     * @param headerBytes the most that headers may have together, without the first line
     */
    public RequestBoundaryParser(int headerBytes) {
        this.headerBytes = headerBytes;
    }

    /** Whether the next byte begins a request. */
    public boolean isBetweenRequests() {
        return state == ParseState.HEAD;
    }

    /**
     * Looks at what has come, up to the end of a request at most.
     *
     * @param from the index of the first byte that was not understood yet
     * @return the index behind the last byte that was
     * @throws MalformedRequestException when it is refused; the connection must not be read any further
     */
    public int advance(ByteBuf in, int from) throws MalformedRequestException {
        int at = from;
        int end = in.writerIndex();
        while (at < end) {
            int before = at;
            at = advanceOnce(in, at, end);
            if (at == before || state == ParseState.HEAD) {
                break;
            }
        }
        return at;
    }

    private int advanceOnce(ByteBuf in, int at, int end) throws MalformedRequestException {
        return switch (state) {
            case HEAD -> parseHead(in, at, end);
            case BODY, CHUNK_DATA -> skipContent(at, end);
            case CHUNK_SIZE -> parseChunkSize(in, at, end);
            case CHUNK_END -> parseChunkEnd(in, at, end);
            case TRAILERS -> parseTrailers(in, at, end);
        };
    }

    private int parseHead(ByteBuf in, int at, int end) throws MalformedRequestException {
        int start = at;
        // Empty lines before a request are allowed (section 2.2).
        while (start + 1 < end && in.getByte(start) == '\r' && in.getByte(start + 1) == '\n') {
            start += 2;
        }
        RequestHeadParser head = new RequestHeadParser(in, start, end);
        if (!head.readHead()) {
            return checkIncompleteSize(at, end);
        }
        if (head.fieldBytes() > headerBytes) {
            throw MalformedRequestException.headTooLarge(headerBytes);
        }
        if (head.isChunked()) {
            state = ParseState.CHUNK_SIZE;
        } else {
            left = head.contentLength();
            state = left > 0 ? ParseState.BODY : ParseState.HEAD;
        }
        return head.end();
    }

    private int checkIncompleteSize(int at, int end) throws MalformedRequestException {
        if (end - at > headerBytes + HttpListener.MAX_FIRST_LINE_BYTES) {
            throw MalformedRequestException.headTooLarge(headerBytes);
        }
        return at;
    }

    private int skipContent(int at, int end) {
        long some = Math.min(left, end - at);
        left -= some;
        if (left == 0) {
            state = state == ParseState.BODY ? ParseState.HEAD : ParseState.CHUNK_END;
        }
        return at + (int) some;
    }

    private int parseChunkSize(ByteBuf in, int at, int end) throws MalformedRequestException {
        int lineEnd = RequestHeadParser.findLineEnd(in, at, end);
        if (lineEnd < 0) {
            if (end - at > CHUNK_LINE_BYTES) {
                throw MalformedRequestException.badRequest("a chunk size: the line is too long");
            }
            return at;
        }
        Matcher line = CHUNK_LINE.matcher(in.toString(at, lineEnd - at, StandardCharsets.ISO_8859_1));
        if (!line.matches()) {
            throw MalformedRequestException.badRequest(
                    "a chunk size: must be hexadecimal digits at the start of the line");
        }
        left = Long.parseLong(line.group(1), 16);
        state = left == 0 ? ParseState.TRAILERS : ParseState.CHUNK_DATA;
        return lineEnd + 2;
    }

    private int parseChunkEnd(ByteBuf in, int at, int end) throws MalformedRequestException {
        if (end - at < 2) {
            return at;
        }
        if (in.getByte(at) != '\r' || in.getByte(at + 1) != '\n') {
            throw MalformedRequestException.badRequest("a chunk: must be followed by CRLF");
        }
        state = ParseState.CHUNK_SIZE;
        return at + 2;
    }

    private int parseTrailers(ByteBuf in, int at, int end) throws MalformedRequestException {
        RequestHeadParser trailers = new RequestHeadParser(in, at, end);
        if (!trailers.readFields()) {
            return checkIncompleteSize(at, end);
        }
        state = ParseState.HEAD;
        return trailers.end();
    }
}
