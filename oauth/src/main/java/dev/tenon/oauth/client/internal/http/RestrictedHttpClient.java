package dev.tenon.oauth.client.internal.http;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.oauth.internal.OAuthHttpRequest;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import dev.tenon.oauth.internal.ResponseTooLargeException;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;

/** Sends the requests of the OAuth client, with a time limit, a limit for the response size, and the address policy. */
public record RestrictedHttpClient(AddressPolicy addressPolicy, OAuthLimits limits, OAuthHttpClient httpClient) {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MAX_REDIRECTS = 3;

    /**
     * Gets a JSON document. Follows redirects within the origin. The caller must check the status of the response.
     *
     * @param what the name of the URL for messages
     * @throws AuthorizationException if there is no response, or the policy denies the URL
     */
    public OAuthHttpResponse getFollowingRedirects(URI address, Map<String, String> headers, String what) {
        Map<String, String> allHeaders = new LinkedHashMap<>(headers);
        allHeaders.put("Accept", "application/json");
        URI uri = address;
        for (int redirects = 0; ; redirects++) {
            OAuthHttpResponse httpResponse = send(new OAuthHttpRequest("GET", uri, allHeaders, ""), what);
            String location = httpResponse.header("location");
            URI next = location != null && redirects < MAX_REDIRECTS && REDIRECTS.contains(httpResponse.status())
                    ? HttpUrls.resolveSameOriginOrNull(uri, location)
                    : null;
            if (next == null || next.getRawFragment() != null) {
                return httpResponse;
            }
            uri = next;
        }
    }

    /**
     * Sends a request of the OAuth library. Does not follow redirects, because the request contains secrets.
     *
     * @throws AuthorizationException if there is no response, or the policy denies the URL
     */
    public HTTPResponse send(HTTPRequest libraryRequest, String what) {
        OAuthHttpResponse httpResponse = send(OAuthHttpRequest.of(libraryRequest), what);
        HTTPResponse response = new HTTPResponse(httpResponse.status());
        // The parser of the library rejects unusual values of other headers, which are not needed.
        response.setHeader("DPoP-Nonce", httpResponse.headerValues("dpop-nonce").toArray(String[]::new));
        try {
            response.setContentType(httpResponse.isJson() ? "application/json" : "text/plain");
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
        response.setBody(httpResponse.bodyText());
        return response;
    }

    /**
     * Sends a request without following redirects.
     *
     * @throws AuthorizationException if there is no response, or the policy denies the URL
     */
    public OAuthHttpResponse send(OAuthHttpRequest request, String what) {
        List<InetAddress> addresses = addressPolicy.resolveAllowed(request.uri(), what);
        try {
            return httpClient.send(request, addresses, limits.requestTimeout(), limits.maxBodyBytes());
        } catch (SocketTimeoutException e) {
            throw newException(what, request.uri(), "did not respond in time", e);
        } catch (ResponseTooLargeException e) {
            throw newException(
                    what, request.uri(), "sent a response of more than " + limits.maxBodyBytes() + " bytes", e);
        } catch (SSLException e) {
            throw newException(what, request.uri(), "cannot be reached securely", e);
        } catch (IOException e) {
            String reason = Thread.currentThread().isInterrupted()
                    ? "was not contacted: the client was interrupted"
                    : "cannot be reached";
            throw newException(what, request.uri(), reason, e);
        }
    }

    private static AuthorizationException newException(String what, URI uri, String reason, IOException cause) {
        return new AuthorizationException("The host of " + what + " (" + HttpUrls.origin(uri) + ") " + reason, cause);
    }
}
