package dev.tenon.client.internal.link;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.Headers;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler.Head;
import dev.tenon.http.MediaTypes;
import java.net.URI;
import java.util.List;

/**
 * The head of an HTTP response.
 *
 * @param uri where it came from
 * @param call the request that it answers
 */
record HttpAnswer(URI uri, Head head, HttpCall call) {
    int status() {
        return head.status();
    }

    Headers headers() {
        return head.headers();
    }

    boolean isSuccess() {
        return status() / 100 == 2;
    }

    boolean isJson() {
        return MediaTypes.isJson(contentType());
    }

    boolean isEventStream() {
        return MediaTypes.isEventStream(contentType());
    }

    private List<String> contentType() {
        return headers().all(HeaderNames.CONTENT_TYPE);
    }
}
