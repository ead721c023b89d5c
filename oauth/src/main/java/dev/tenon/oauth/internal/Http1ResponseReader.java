package dev.tenon.oauth.internal;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the response to the only request of a connection (RFC 9112). Rejects malformed responses strictly; the
 * connection is closed afterwards in any case.
 */
final class Http1ResponseReader {
    private static final int MAX_HEAD_BYTES = 64 << 10;

    private final InputStream in;
    private final int maxBodyBytes;
    private int headBytes;

    /**
     * Creates a reader for a connection.
     *
     * @param maxBodyBytes the maximum size of the body
     */
    Http1ResponseReader(InputStream in, int maxBodyBytes) {
        this.in = in;
        this.maxBodyBytes = maxBodyBytes;
    }

    /** Reads the response, and skips interim responses before it. */
    OAuthHttpResponse read() throws IOException {
        OAuthHttpResponse head;
        do {
            head = readHead();
        } while (head.status() / 100 == 1);
        byte[] body = head.status() == 204 || head.status() == 304 ? new byte[0] : readBody(head);
        return new OAuthHttpResponse(head.status(), head.headers(), body);
    }

    /** Reads the status line and the headers. */
    OAuthHttpResponse readHead() throws IOException {
        String first = nextLine();
        if (!first.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
            throw new IOException("the response is not HTTP/1.1");
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = nextLine(); !line.isEmpty(); line = nextLine()) {
            int colon = line.indexOf(':');
            if (colon < 1 || !line.substring(0, colon).matches("[!#-'*+.0-9A-Z^-z|~-]+")) {
                throw new IOException("the response has a malformed header");
            }
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new OAuthHttpResponse(Integer.parseInt(first.substring(9, 12)), headers, new byte[0]);
    }

    private byte[] readBody(OAuthHttpResponse head) throws IOException {
        List<String> codings = head.headerValues("transfer-encoding");
        List<String> lengths =
                head.headerValues("content-length").stream().distinct().toList();
        if (codings.isEmpty() && lengths.isEmpty()) {
            byte[] all = in.readNBytes(maxBodyBytes + 1);
            checkSize(all.length);
            return all;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty() || codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked")) {
                throw new IOException("the response has a transfer coding that is not chunked, or also a length");
            }
            for (int size = readChunkSize(); size > 0; size = readChunkSize()) {
                copyBytes(size, body);
                if (!nextLine().isEmpty()) {
                    throw new IOException("the response has a malformed chunk");
                }
            }
        } else {
            if (lengths.size() > 1 || !lengths.get(0).matches("[0-9]{1,9}")) {
                throw new IOException("the response has a malformed length");
            }
            copyBytes(Integer.parseInt(lengths.get(0)), body);
        }
        return body.toByteArray();
    }

    private int readChunkSize() throws IOException {
        String size = nextLine().split(";", 2)[0];
        if (!size.matches("[0-9A-Fa-f]{1,7}")) {
            throw new IOException("the response has a malformed chunk");
        }
        return Integer.parseInt(size, 16);
    }

    private void copyBytes(int length, ByteArrayOutputStream body) throws IOException {
        checkSize((long) body.size() + length);
        byte[] part = in.readNBytes(length);
        if (part.length < length) {
            throw new EOFException("the response ends early");
        }
        body.write(part, 0, length);
    }

    private void checkSize(long bytes) throws ResponseTooLargeException {
        if (bytes > maxBodyBytes) {
            throw new ResponseTooLargeException(maxBodyBytes);
        }
    }

    /** Reads a line of the head or the chunk headers, which share a size limit. */
    private String nextLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the response ends early");
            }
            if (++headBytes > MAX_HEAD_BYTES) {
                throw new IOException("the response has more than " + MAX_HEAD_BYTES + " bytes of headers");
            }
            line.append((char) next);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }
}
