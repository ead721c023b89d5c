package dev.tenon.oauth.internal;

import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import dev.tenon.internal.text.AsciiValidator;
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
 * @param headers one value for each name; {@code Host}, {@code Connection} and {@code Content-Length} are added when it
 *     is sent
 * @param body the body; empty for none
 */
public record OAuthHttpRequest(String method, URI uri, Map<String, String> headers, String body) {
    public OAuthHttpRequest {
        headers.forEach((name, value) -> {
            if (!AsciiValidator.isPrintable(name) || !AsciiValidator.isPrintable(value)) {
                throw new IllegalArgumentException("A header contains an invalid character: " + name);
            }
        });
    }

    /** Converts a request of the OAuth library. */
    public static OAuthHttpRequest of(HTTPRequest libraryRequest) {
        @SuppressWarnings("unchecked")
        Map<String, List<String>> headerMap = libraryRequest.getHeaderMap();
        Map<String, String> headers = new LinkedHashMap<>();
        headerMap.forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = libraryRequest.getBody();
        return new OAuthHttpRequest(
                libraryRequest.getMethod().name(), libraryRequest.getURI(), headers, body == null ? "" : body);
    }

    /**
     * Returns the bytes of the request (RFC 9112).
     *
     * @param absolute whether the request target is the absolute URL, for a proxy
     */
    byte[] encode(boolean absolute) {
        URI ascii = URI.create(HttpUrls.normalize(uri).toASCIIString());
        String query = ascii.getRawQuery() == null ? "" : "?" + ascii.getRawQuery();
        String target = absolute ? ascii.toString() : ascii.getRawPath() + query;
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: " + ascii.getRawAuthority()
                + "\r\nConnection: close\r\nUser-Agent: tenon\r\n");
        headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
        if (method.equals("POST")) {
            text.append("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n");
        }
        return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the method and origin, without headers and body, which can contain secrets. */
    @Override
    public String toString() {
        return "OAuthHttpRequest[" + method + " " + HttpUrls.origin(uri) + "]";
    }
}
