package dev.tenon.http.embedded.internal.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ByteProcessor;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a request's head, or of its trailers, as far as they say where the request ends (RFC 9112, sections 2 to
 * 6).
 */
final class RequestHeadParser {
    private static final String CONTENT_LENGTH = "content-length";
    private static final String TRANSFER_ENCODING = "transfer-encoding";
    private static final String HOST = "host";
    /**
     * With it and its second, the decoder behind takes 8 bytes after a GET for a body that no other program knows of.
     */
    private static final String OLD_WEBSOCKET_KEY = "sec-websocket-key1";

    private static final int LENGTH_DIGITS = 18;
    private static final int NOT_GIVEN = -1;
    /** A version; each 0 stands for any digit. */
    private static final String VERSION = "HTTP/0.0";

    private static final ByteProcessor TOKEN = b ->
            b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || "!#$%&'*+-.^_`|~".indexOf(b) >= 0;
    private static final ByteProcessor VISIBLE = b -> (b & 0xff) > ' ' && b != 0x7f;

    private final ByteBuf in;
    private final int end;
    private int at;
    private int fields;
    private long contentLength = NOT_GIVEN;
    private @Nullable String transferEncoding;
    /** Where the value of {@code Host} begins and ends; the beginning is -1 when there is none. */
    private int host = NOT_GIVEN;

    private int hostEnd;

    /** The lines from this index on, of which those before {@code end} have come. */
    RequestHeadParser(ByteBuf in, int from, int end) {
        this.in = in;
        this.at = from;
        this.end = end;
    }

    /** The index of the CR that ends the line, or -1 when it has not come. */
    static int findLineEnd(ByteBuf in, int from, int end) throws MalformedRequestException {
        int lf = ByteBufUtil.indexOf(in, from, end, (byte) '\n');
        if (lf < 0) {
            return -1;
        }
        if (lf == from || in.getByte(lf - 1) != '\r') {
            throw MalformedRequestException.badRequest("a line must end with CRLF");
        }
        return lf - 1;
    }

    /** Reads the first line and the fields; false when they have not come wholly. */
    boolean readHead() throws MalformedRequestException {
        int first = at;
        int firstEnd = findLineEnd(in, at, end);
        if (firstEnd < 0) {
            return false;
        }
        at = firstEnd + 2;
        fields = at;
        if (!readFields()) {
            return false;
        }
        checkRequestLine(first, firstEnd);
        checkTransferEncoding(firstEnd);
        return true;
    }

    /** How many bytes the fields of a head have, with their line ends. */
    int fieldBytes() {
        return at - fields;
    }

    /** Reads fields up to the empty line; false when they have not come wholly. */
    boolean readFields() throws MalformedRequestException {
        while (true) {
            int lineEnd = findLineEnd(in, at, end);
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
            throw MalformedRequestException.badRequest("a header must not go on in the next line");
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
            requireUnset("Host", host);
            host = colon + 1;
            hostEnd = lineEnd;
        } else if (length == CONTENT_LENGTH.length() && isNamed(CONTENT_LENGTH, line)) {
            requireUnset("Content-Length", contentLength);
            contentLength = parseLength(colon + 1, lineEnd);
        } else if (length == TRANSFER_ENCODING.length() && isNamed(TRANSFER_ENCODING, line)) {
            String more = decodeValue(colon + 1, lineEnd);
            transferEncoding = transferEncoding == null ? more : transferEncoding + ", " + more;
        } else if (length == OLD_WEBSOCKET_KEY.length() && isNamed(OLD_WEBSOCKET_KEY, line)) {
            throw MalformedRequestException.badRequest("Sec-WebSocket-Key1: not of the WebSocket protocol (RFC 6455)");
        }
    }

    /** Whether the header in that line has this name, which is in lower case. */
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

    private static void requireUnset(String name, long before) throws MalformedRequestException {
        if (before != NOT_GIVEN) {
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
        boolean valid = first < last && last - first <= LENGTH_DIGITS;
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
        if (contentLength != NOT_GIVEN) {
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
     * A method, a target and a version, with one space between (section 3); the decoder behind takes more for a space.
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
            checkHost(in.toString(target, targetEnd - target, StandardCharsets.ISO_8859_1));
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

    /** A target that names an authority: {@code Host} must name the same (our choice, stricter than section 3.2.2). */
    private void checkHost(String target) throws MalformedRequestException {
        String authority = VertxRequestHead.parseAuthority(target);
        if (authority != null
                && host != NOT_GIVEN
                && !authority.equals(decodeValue(host, hostEnd).toLowerCase(Locale.ROOT))) {
            throw MalformedRequestException.badRequest("Host: differs from the target of the request");
        }
    }

    boolean isChunked() {
        return transferEncoding != null;
    }

    /** The length of the body, in bytes; 0 when none is announced. */
    long contentLength() {
        return Math.max(0, contentLength);
    }

    /** The index behind the empty line. */
    int end() {
        return at;
    }
}
