package dev.tenon.client.internal.transport.http;

import dev.tenon.http.HeaderFields;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.ResponseHead;
import dev.tenon.http.MediaTypes;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The head of an HTTP response.
 *
 * @param uri the URI of the request
 * @param call the request
 */
public record HttpResponseHead(URI uri, ResponseHead head, HttpCall call) {
    public int status() {
        return head.status();
    }

    public HeaderFields headers() {
        return head.headers();
    }

    /** Returns all headers, with their values. */
    Map<String, List<String>> allHeaders() {
        return head.allHeaders().get();
    }

    public boolean isSuccess() {
        return status() / 100 == 2;
    }

    public boolean isJson() {
        return MediaTypes.isJson(contentType());
    }

    public boolean isEventStream() {
        return MediaTypes.isEventStream(contentType());
    }

    private List<String> contentType() {
        return headers().allValues(HeaderNames.CONTENT_TYPE);
    }
}
