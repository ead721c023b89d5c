package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.internal.HttpCall;
import dev.tenon.oauth.internal.HttpConnection;
import dev.tenon.oauth.internal.TooLargeException;
import dev.tenon.oauth.internal.WebAnswer;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends what OAuth sends. Every request has its time, every answer its bound, and every address is looked at first. */
record Web(AddressRules rules, OAuthLimits limits, HttpConnection connection) {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 3;

    /**
     * Gets a document. Redirects are followed within the origin; any other answer than a success is for the caller to judge.
     *
     * @param what names it in messages
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    WebAnswer get(URI address, Map<String, String> headers, String what) {
        URI uri = address;
        for (int redirects = 0; ; redirects++) {
            WebAnswer answer = send(HttpCall.get(uri, headers), what);
            String location = answer.header("location");
            URI next = location != null && redirects < MOST_REDIRECTS && REDIRECTS.contains(answer.status())
                    ? HttpUrls.sibling(uri, location)
                    : null;
            if (next == null || next.getRawFragment() != null) {
                return answer;
            }
            uri = next;
        }
    }

    /**
     * Sends a request that the library of OAuth has made. Redirects are not followed: it holds secrets.
     *
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    HTTPResponse send(HTTPRequest made, String what) {
        WebAnswer answer = send(HttpCall.of(made), what);
        HTTPResponse response = new HTTPResponse(answer.status());
        // Its parser minds what is odd in other headers, and nothing asks for them.
        response.setHeader("DPoP-Nonce", answer.all("dpop-nonce").toArray(String[]::new));
        try {
            response.setContentType(answer.isJson() ? "application/json" : "text/plain");
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
        response.setBody(answer.text());
        return response;
    }

    /**
     * Sends a request as it is.
     *
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    WebAnswer send(HttpCall call, String what) {
        List<InetAddress> addresses = rules.check(call.uri(), what);
        try {
            return connection.exchange(call, addresses, limits.requestTime(), limits.bodyBytes());
        } catch (SocketTimeoutException e) {
            throw failure(what, call.uri(), "did not answer in time", e);
        } catch (TooLargeException e) {
            throw failure(what, call.uri(), "answered with more than " + limits.bodyBytes() + " bytes", e);
        } catch (SSLException e) {
            throw failure(what, call.uri(), "cannot be reached securely", e);
        } catch (IOException e) {
            String why = Thread.currentThread().isInterrupted()
                    ? "was not waited for: the client was interrupted"
                    : "cannot be reached";
            throw failure(what, call.uri(), why, e);
        }
    }

    private static AuthorizationException failure(String what, URI uri, String why, @Nullable Throwable cause) {
        return new AuthorizationException("The host of " + what + " (" + HttpUrls.origin(uri) + ") " + why, cause);
    }
}
