package dev.tenon.http.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of a request's head, or of its trailers, as far as they say where the request ends (RFC 9112, sections 2 to 6). */
final class RequestLines {
    private static final String CONTENT_LENGTH = "content-length";
    private static final String TRANSFER_ENCODING = "transfer-encoding";
    private static final String HOST = "host";
    private static final int LENGTH_DIGITS = 18;

    private final ByteBuf in;
    private final int end;
    private int at;
    private @Nullable String contentLength;
    private @Nullable String transferEncoding;
    private @Nullable String host;

    /** The lines from this index on, of which those before {@code end} have come. */
    RequestLines(ByteBuf in, int from, int end) {
        this.in = in;
        this.at = from;
        this.end = end;
    }

    /** The index of the CR that ends the line, or -1 when it has not come. */
    static int lineEnd(ByteBuf in, int from, int end) throws MalformedRequestException {
        int lf = ByteBufUtil.indexOf(in, from, end, (byte) '\n');
        if (lf < 0) {
            return -1;
        }
        if (lf == from || in.getByte(lf - 1) != '\r') {
            throw MalformedRequestException.bad("a line must end with CRLF");
        }
        return lf - 1;
    }

    /** Reads the first line and the fields; false when they have not come wholly. */
    boolean readHead() throws MalformedRequestException {
        int first = at;
        int firstEnd = lineEnd(in, at, end);
        if (firstEnd < 0) {
            return false;
        }
        at = firstEnd + 2;
        if (!readFields()) {
            return false;
        }
        checkTarget(first, firstEnd);
        checkCoding(firstEnd);
        return true;
    }

    /** Reads fields up to the empty line; false when they have not come wholly. */
    boolean readFields() throws MalformedRequestException {
        while (true) {
            int lineEnd = lineEnd(in, at, end);
            if (lineEnd < 0) {
                return false;
            }
            int line = at;
            at = lineEnd + 2;
            if (line == lineEnd) {
                return true;
            }
            field(line, lineEnd);
        }
    }

    private void field(int line, int lineEnd) throws MalformedRequestException {
        byte first = in.getByte(line);
        if (first == ' ' || first == '\t') {
            throw MalformedRequestException.bad("a header must not go on in the next line");
        }
        int colon = ByteBufUtil.indexOf(in, line, lineEnd, (byte) ':');
        if (colon <= line) {
            throw MalformedRequestException.bad("a header needs a name before its colon");
        }
        byte last = in.getByte(colon - 1);
        if (last == ' ' || last == '\t') {
            throw MalformedRequestException.bad("a header must have no blank before its colon");
        }
        switch (colon - line) {
            case 4 -> host = is(HOST, line) ? one("Host", host, value(colon, lineEnd)) : host;
            case 14 ->
                contentLength = is(CONTENT_LENGTH, line)
                        ? one("Content-Length", contentLength, value(colon, lineEnd))
                        : contentLength;
            case 17 ->
                transferEncoding = is(TRANSFER_ENCODING, line)
                        ? joined(transferEncoding, value(colon, lineEnd))
                        : transferEncoding;
            default -> {}
        }
    }

    private boolean is(String name, int line) {
        for (int i = 0; i < name.length(); i++) {
            byte b = in.getByte(line + i);
            if (b != name.charAt(i) && (b < 'A' || b > 'Z' || b + 32 != name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private String value(int colon, int lineEnd) {
        return in.toString(colon + 1, lineEnd - colon - 1, StandardCharsets.ISO_8859_1)
                .strip();
    }

    private static String one(String name, @Nullable String before, String value) throws MalformedRequestException {
        if (before != null) {
            throw MalformedRequestException.bad(name + ": given twice");
        }
        return value;
    }

    private static String joined(@Nullable String before, String value) {
        return before == null ? value : before + ", " + value;
    }

    private void checkCoding(int firstEnd) throws MalformedRequestException {
        if (transferEncoding == null) {
            return;
        }
        if (contentLength != null) {
            throw MalformedRequestException.bad("Transfer-Encoding: must not come with Content-Length");
        }
        if (!transferEncoding.equalsIgnoreCase("chunked")) {
            throw MalformedRequestException.unknownCoding();
        }
        if (in.getByte(firstEnd - 1) == '0') {
            throw MalformedRequestException.bad("Transfer-Encoding: HTTP/1.0 has none");
        }
    }

    /** A target that names an authority: {@code Host} must name the same (our choice, stricter than section 3.2.2). */
    private void checkTarget(int first, int firstEnd) throws MalformedRequestException {
        int space = ByteBufUtil.indexOf(in, first, firstEnd, (byte) ' ');
        if (space < 0 || space + 1 >= firstEnd || in.getByte(space + 1) == '/') {
            return;
        }
        String target = in.toString(space + 1, firstEnd - space - 1, StandardCharsets.ISO_8859_1);
        String authority = RequestHead.authority(target.split(" ", 2)[0]);
        if (authority != null && host != null && !authority.equals(host.toLowerCase(Locale.ROOT))) {
            throw MalformedRequestException.bad("Host: differs from the target of the request");
        }
    }

    boolean isChunked() {
        return transferEncoding != null;
    }

    /** The length of the body, in bytes; 0 when none is announced. */
    long contentLength() throws MalformedRequestException {
        String length = contentLength;
        if (length == null) {
            return 0;
        }
        if (length.isEmpty()
                || length.length() > LENGTH_DIGITS
                || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw MalformedRequestException.bad("Content-Length: must be a whole number");
        }
        return Long.parseLong(length);
    }

    /** The index behind the empty line. */
    int end() {
        return at;
    }
}
