package dev.tenon.http.embedded.internal.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ByteProcessor;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parses the lines of a request's head or trailers that determine the end of the request (RFC 9112, sections 2 to 6).
 */
final class RequestHeadParser {
    private static final String CONTENT_LENGTH = "content-length";
    private static final String TRANSFER_ENCODING = "transfer-encoding";
    private static final String HOST = "host";
    /**
     * With this header and its second, the decoder treats the 8 bytes after a GET as a body that no other program knows
     * of.
     */
    private static final String OLD_WEBSOCKET_KEY = "sec-websocket-key1";

    private static final int MAX_LENGTH_DIGITS = 18;
    private static final int MISSING = -1;
    /** A version; each 0 stands for any digit. */
    private static final String VERSION = "HTTP/0.0";

    private static final ByteProcessor TOKEN = b ->
            b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || "!#$%&'*+-.^_`|~".indexOf(b) >= 0;
    private static final ByteProcessor VISIBLE = b -> (b & 0xff) > ' ' && b != 0x7f;

    private final ByteBuf in;
    private final int end;
    private int at;
    private int fieldsStart;
    private long contentLength = MISSING;
    private @Nullable String transferEncoding;
    /** The start and end of the value of {@code Host}; the start is -1 if it is missing. */
    private int hostStart = MISSING;

    private int hostEnd;

    /** Creates a parser of the lines from this index on; the data up to {@code end} has been received. */
    RequestHeadParser(ByteBuf in, int from, int end) {
        this.in = in;
        this.at = from;
        this.end = end;
    }

    /** Returns the index of the CR that ends the line, or -1 if it has not been received. */
    static int findStrictLineEnd(ByteBuf in, int from, int end) throws MalformedRequestException {
        int lf = ByteBufUtil.indexOf(in, from, end, (byte) '\n');
        if (lf < 0) {
            return -1;
        }
        if (lf == from || in.getByte(lf - 1) != '\r') {
            throw MalformedRequestException.badRequest("a line must end with CRLF");
        }
        return lf - 1;
    }

    /** Parses the request line and the fields; returns false if they are incomplete. */
    boolean readHead() throws MalformedRequestException {
        int first = at;
        int firstEnd = findStrictLineEnd(in, at, end);
        if (firstEnd < 0) {
            return false;
        }
        at = firstEnd + 2;
        fieldsStart = at;
        if (!readFields()) {
            return false;
        }
        checkRequestLine(first, firstEnd);
        checkTransferEncoding(firstEnd);
        return true;
    }

    /** Returns the size of all fields, including line ends. */
    int fieldBytes() {
        return at - fieldsStart;
    }

    /** Parses fields up to the empty line; returns false if they are incomplete. */
    boolean readFields() throws MalformedRequestException {
        while (true) {
            int lineEnd = findStrictLineEnd(in, at, end);
            if (lineEnd < 0) {
                return false;
            }
            int line = at;
            at = lineEnd + 2;
            if (line == lineEnd) {
                return true;
            }
            parseField(line, lineEnd);
        }
    }

    private void parseField(int line, int lineEnd) throws MalformedRequestException {
        if (isBlank(in.getByte(line))) {
            throw MalformedRequestException.badRequest("a header must not continue on the next line");
        }
        int colon = ByteBufUtil.indexOf(in, line, lineEnd, (byte) ':');
        if (colon <= line) {
            throw MalformedRequestException.badRequest("a header needs a name before its colon");
        }
        if (isBlank(in.getByte(colon - 1))) {
            throw MalformedRequestException.badRequest("a header must have no blank before its colon");
        }
        int length = colon - line;
        if (length == HOST.length() && isNamed(HOST, line)) {
            requireUnset("Host", hostStart);
            hostStart = colon + 1;
            hostEnd = lineEnd;
        } else if (length == CONTENT_LENGTH.length() && isNamed(CONTENT_LENGTH, line)) {
            requireUnset("Content-Length", contentLength);
            contentLength = parseLength(colon + 1, lineEnd);
        } else if (length == TRANSFER_ENCODING.length() && isNamed(TRANSFER_ENCODING, line)) {
            String value = decodeValue(colon + 1, lineEnd);
            transferEncoding = transferEncoding == null ? value : transferEncoding + ", " + value;
        } else if (length == OLD_WEBSOCKET_KEY.length() && isNamed(OLD_WEBSOCKET_KEY, line)) {
            throw MalformedRequestException.badRequest("Sec-WebSocket-Key1: not of the WebSocket protocol (RFC 6455)");
        }
    }

    /** Returns whether the header in that line has this name, which is in lower case. */
    private boolean isNamed(String name, int line) {
        for (int i = 0; i < name.length(); i++) {
            int c = in.getByte(line + i);
            if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String decodeValue(int from, int lineEnd) {
        return in.toString(from, lineEnd - from, StandardCharsets.ISO_8859_1).strip();
    }

    private static void requireUnset(String name, long previous) throws MalformedRequestException {
        if (previous != MISSING) {
            throw MalformedRequestException.badRequest(name + ": given twice");
        }
    }

    private long parseLength(int from, int lineEnd) throws MalformedRequestException {
        int first = from;
        while (first < lineEnd && isBlank(in.getByte(first))) {
            first++;
        }
        int last = lineEnd;
        while (last > first && isBlank(in.getByte(last - 1))) {
            last--;
        }
        boolean valid = first < last && last - first <= MAX_LENGTH_DIGITS;
        long number = 0;
        for (int i = first; valid && i < last; i++) {
            int digit = in.getByte(i) - '0';
            valid = digit >= 0 && digit <= 9;
            number = number * 10 + digit;
        }
        if (!valid) {
            throw MalformedRequestException.badRequest("Content-Length: must be a whole number");
        }
        return number;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private void checkTransferEncoding(int firstEnd) throws MalformedRequestException {
        if (transferEncoding == null) {
            return;
        }
        if (contentLength != MISSING) {
            throw MalformedRequestException.badRequest("Transfer-Encoding: must not come with Content-Length");
        }
        if (!transferEncoding.equalsIgnoreCase("chunked")) {
            throw new MalformedRequestException(
                    HttpResponseStatus.NOT_IMPLEMENTED, "Transfer-Encoding: only chunked is supported");
        }
        if (in.getByte(firstEnd - 1) == '0') {
            throw MalformedRequestException.badRequest("Transfer-Encoding: HTTP/1.0 has none");
        }
    }

    /**
     * Checks for a method, a target and a version, separated by single spaces (section 3); the decoder accepts other
     * whitespace. If the target is absolute, also checks {@code Host}.
     */
    private void checkRequestLine(int first, int firstEnd) throws MalformedRequestException {
        int methodEnd = in.forEachByte(first, firstEnd - first, TOKEN);
        int target = methodEnd + 1;
        int targetEnd = methodEnd > first ? in.forEachByte(target, firstEnd - target, VISIBLE) : -1;
        if (targetEnd <= target
                || in.getByte(methodEnd) != ' '
                || in.getByte(targetEnd) != ' '
                || !isVersion(targetEnd + 1, firstEnd)) {
            throw MalformedRequestException.badRequest("the first line must be a method, a target and a version");
        }
        if (in.getByte(target) != '/') {
            checkHostMatchesTarget(in.toString(target, targetEnd - target, StandardCharsets.ISO_8859_1));
        }
    }

    private boolean isVersion(int from, int to) {
        boolean valid = to - from == VERSION.length();
        for (int i = 0; valid && i < VERSION.length(); i++) {
            byte b = in.getByte(from + i);
            valid = VERSION.charAt(i) == '0' ? b >= '0' && b <= '9' : b == VERSION.charAt(i);
        }
        return valid;
    }

    /** Checks that {@code Host} equals the authority of the target, if it names one (stricter than section 3.2.2). */
    private void checkHostMatchesTarget(String target) throws MalformedRequestException {
        String authority = VertxRequestHead.parseAuthority(target);
        if (authority != null
                && hostStart != MISSING
                && !authority.equals(decodeValue(hostStart, hostEnd).toLowerCase(Locale.ROOT))) {
            throw MalformedRequestException.badRequest("Host: differs from the target of the request");
        }
    }

    boolean isChunked() {
        return transferEncoding != null;
    }

    /** Returns the length of the body, in bytes; 0 if there is no body. */
    long contentLength() {
        return Math.max(0, contentLength);
    }

    /** Returns the index after the empty line. */
    int endIndex() {
        return at;
    }
}
