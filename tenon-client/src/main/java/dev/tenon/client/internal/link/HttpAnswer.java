package dev.tenon.client.internal.link;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The head of an HTTP response, and its body as it comes.
 *
 * @param uri where it came from
 */
record HttpAnswer(int status, URI uri, HttpHeaders headers, InputStream body) {
    private static final Logger LOG = LoggerFactory.getLogger(HttpAnswer.class);
    /** As much of a body is read that only explains or is not wanted. */
    private static final int BEGINNING = 64 << 10;

    boolean isSuccess() {
        return status / 100 == 2;
    }

    boolean isJson() {
        return MediaTypes.isJson(contentType());
    }

    boolean isEventStream() {
        return MediaTypes.isEventStream(contentType());
    }

    private List<String> contentType() {
        return headers.allValues(HeaderNames.CONTENT_TYPE);
    }

    /** The beginning of the body, or nothing when it cannot be read; then the body is closed. */
    byte[] beginning() {
        try (body) {
            return body.readNBytes(BEGINNING);
        } catch (IOException e) {
            LOG.debug("The body of an HTTP response broke off", e);
            return new byte[0];
        }
    }

    /** The body is not wanted, but the connection is: it can be used again when the body is read. */
    void drop() {
        byte[] unwanted = beginning();
        LOG.trace("{} bytes of an HTTP response are not wanted", unwanted.length);
    }

    /** The same with a body of which only the beginning is left, so that the connection is free. */
    HttpAnswer shortened() {
        return new HttpAnswer(status, uri, headers, new ByteArrayInputStream(beginning()));
    }
}
