package dev.tenon.oauth.internal;

import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request of the OAuth client.
 *
 * @param method {@code GET} or {@code POST}
 * @param headers one value for each name; {@code Host}, {@code Connection} and {@code Content-Length} are added
 * @param body empty for none
 */
public record OAuthHttpRequest(String method, URI uri, Map<String, String> headers, String body) {
    public OAuthHttpRequest {
        headers.forEach((name, value) -> {
            if ((name + value).chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new IllegalArgumentException("A header holds a character that no header may hold: " + name);
            }
        });
    }

    /** A request for JSON. */
    public static OAuthHttpRequest getJson(URI uri, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Accept", "application/json");
        return new OAuthHttpRequest("GET", uri, all, "");
    }

    /** A request that the library of OAuth has made. */
    public static OAuthHttpRequest of(HTTPRequest made) {
        @SuppressWarnings("unchecked")
        Map<String, List<String>> given = made.getHeaderMap();
        Map<String, String> headers = new LinkedHashMap<>();
        given.forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = made.getBody();
        return new OAuthHttpRequest(made.getMethod().name(), made.getURI(), headers, body == null ? "" : body);
    }

    /** Returns the host and, where it is not the default one, the port. */
    String authority() {
        String origin = HttpUrls.origin(uri);
        return origin.substring(origin.indexOf("://") + "://".length());
    }

    /**
     * Returns the request as it is sent (RFC 9112).
     *
     * @param absolute whether the target is the whole URL, as a proxy wants it
     */
    byte[] encode(boolean absolute) {
        URI ascii = URI.create(HttpUrls.normalize(uri).toASCIIString());
        String query = ascii.getRawQuery() == null ? "" : "?" + ascii.getRawQuery();
        StringBuilder text = new StringBuilder(method)
                .append(' ')
                .append(absolute ? ascii.toString() : ascii.getRawPath() + query)
                .append(" HTTP/1.1\r\nHost: ")
                .append(authority())
                .append("\r\nConnection: close\r\nUser-Agent: tenon\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        if (method.equals("POST")) {
            text.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Without headers and body, which may hold secrets. */
    @Override
    public String toString() {
        return "HttpCall[" + method + " " + HttpUrls.origin(uri) + "]";
    }
}
