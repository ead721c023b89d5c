package dev.tenon.http.embedded.internal.request;

import dev.tenon.http.embedded.HttpListener;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the boundaries of HTTP/1.1 requests, and rejects what RFC 9112 allows to be interpreted in two ways: an
 * intermediary must find the same boundaries. The decoder receives only data that was checked here.
 */
public final class RequestBoundaryParser {
    private static final int MAX_CHUNK_LINE_BYTES = 1024;
    /** The chunk size and an optional extension. */
    private static final Pattern CHUNK_LINE = Pattern.compile("([0-9a-fA-F]{1,15})(?:[ \t]*;.*)?", Pattern.DOTALL);

    private enum ParseState {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS
    }

    private final int maxHeaderBytes;
    private ParseState state = ParseState.HEAD;
    /** The remaining bytes of the body or chunk. */
    private long remaining;

    /**
     * Creates a parser for a new connection.
     *
     * @param maxHeaderBytes the maximum size of all headers, without the request line
     */
    public RequestBoundaryParser(int maxHeaderBytes) {
        this.maxHeaderBytes = maxHeaderBytes;
    }

    /** Returns whether the next byte starts a request. */
    public boolean isBetweenRequests() {
        return state == ParseState.HEAD;
    }

    /**
     * Parses the received data, at most up to the end of a request.
     *
     * @param from the index of the first byte that has not been parsed
     * @return the index after the last parsed byte
     * @throws MalformedRequestException when the request is rejected; the connection must not be read further
     */
    public int parseUpToRequestEnd(ByteBuf in, int from) throws MalformedRequestException {
        int at = from;
        int end = in.writerIndex();
        while (at < end) {
            int before = at;
            at = parseOneElement(in, at, end);
            if (at == before || state == ParseState.HEAD) {
                break;
            }
        }
        return at;
    }

    private int parseOneElement(ByteBuf in, int at, int end) throws MalformedRequestException {
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
        if (head.fieldBytes() > maxHeaderBytes) {
            throw MalformedRequestException.headTooLarge(maxHeaderBytes);
        }
        if (head.isChunked()) {
            state = ParseState.CHUNK_SIZE;
        } else {
            remaining = head.contentLength();
            state = remaining > 0 ? ParseState.BODY : ParseState.HEAD;
        }
        return head.endIndex();
    }

    private int checkIncompleteSize(int at, int end) throws MalformedRequestException {
        if (end - at > (long) maxHeaderBytes + HttpListener.MAX_FIRST_LINE_BYTES) {
            throw MalformedRequestException.headTooLarge(maxHeaderBytes);
        }
        return at;
    }

    private int skipContent(int at, int end) {
        long skipped = Math.min(remaining, end - at);
        remaining -= skipped;
        if (remaining == 0) {
            state = state == ParseState.BODY ? ParseState.HEAD : ParseState.CHUNK_END;
        }
        return at + (int) skipped;
    }

    private int parseChunkSize(ByteBuf in, int at, int end) throws MalformedRequestException {
        int lineEnd = RequestHeadParser.findStrictLineEnd(in, at, end);
        if (lineEnd < 0) {
            if (end - at > MAX_CHUNK_LINE_BYTES) {
                throw MalformedRequestException.badRequest("a chunk size: the line is too long");
            }
            return at;
        }
        Matcher line = CHUNK_LINE.matcher(in.toString(at, lineEnd - at, StandardCharsets.ISO_8859_1));
        if (!line.matches()) {
            throw MalformedRequestException.badRequest(
                    "a chunk size: must be hexadecimal digits at the start of the line");
        }
        remaining = Long.parseLong(line.group(1), 16);
        state = remaining == 0 ? ParseState.TRAILERS : ParseState.CHUNK_DATA;
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
        return trailers.endIndex();
    }
}
