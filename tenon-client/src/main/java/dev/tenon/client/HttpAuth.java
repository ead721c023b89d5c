package dev.tenon.client;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** Gives HTTP requests their credentials, and gets other ones when a server does not take them. Used by many threads. */
public interface HttpAuth {
    /**
     * The headers of one request, such as {@code Authorization}.
     *
     * @param method the HTTP method
     * @param uri where the request goes, which is always the origin of the target
     */
    Map<String, String> headers(String method, URI uri);

    /**
     * The server has refused a request. It may take long: a person may have to log in.
     *
     * @return whether to send the request again, with new {@link #headers}; a bound on tries is kept by the client
     */
    boolean refused(Refusal refusal);

    /**
     * What a server said when it refused a request.
     *
     * @param status 401 or 403
     * @param uri where the request went
     * @param challenges the values of {@code WWW-Authenticate}
     * @param headers all headers of the response, names in lower case
     */
    record Refusal(int status, URI uri, List<String> challenges, Map<String, List<String>> headers) {}
}
