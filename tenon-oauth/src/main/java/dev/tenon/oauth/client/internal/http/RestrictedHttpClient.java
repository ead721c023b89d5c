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
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends what OAuth sends. Every request has its time, every answer its bound, and every address is looked at first. */
public record RestrictedHttpClient(AddressPolicy rules, OAuthLimits limits, OAuthHttpClient connection) {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MAX_REDIRECTS = 3;

    /**
     * Gets a document. Redirects are followed within the origin; any other answer than a success is for the caller to
     * judge.
     *
     * @param what names it in messages
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    public OAuthHttpResponse get(URI address, Map<String, String> headers, String what) {
        URI uri = address;
        for (int redirects = 0; ; redirects++) {
            OAuthHttpResponse answer = send(OAuthHttpRequest.getJson(uri, headers), what);
            String location = answer.header("location");
            URI next = location != null && redirects < MAX_REDIRECTS && REDIRECTS.contains(answer.status())
                    ? HttpUrls.resolveSameOrigin(uri, location)
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
    public HTTPResponse send(HTTPRequest made, String what) {
        OAuthHttpResponse answer = send(OAuthHttpRequest.of(made), what);
        HTTPResponse response = new HTTPResponse(answer.status());
        // Its parser minds what is odd in other headers, and nothing asks for them.
        response.setHeader("DPoP-Nonce", answer.headerValues("dpop-nonce").toArray(String[]::new));
        try {
            response.setContentType(answer.isJson() ? "application/json" : "text/plain");
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
        response.setBody(answer.bodyText());
        return response;
    }

    /**
     * Sends a request as it is.
     *
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    public OAuthHttpResponse send(OAuthHttpRequest call, String what) {
        List<InetAddress> addresses = rules.resolveAllowed(call.uri(), what);
        try {
            return connection.send(call, addresses, limits.requestTimeout(), limits.maxBodyBytes());
        } catch (SocketTimeoutException e) {
            throw newException(what, call.uri(), "did not answer in time", e);
        } catch (ResponseTooLargeException e) {
            throw newException(what, call.uri(), "answered with more than " + limits.maxBodyBytes() + " bytes", e);
        } catch (SSLException e) {
            throw newException(what, call.uri(), "cannot be reached securely", e);
        } catch (IOException e) {
            String why = Thread.currentThread().isInterrupted()
                    ? "was not waited for: the client was interrupted"
                    : "cannot be reached";
            throw newException(what, call.uri(), why, e);
        }
    }

    private static AuthorizationException newException(String what, URI uri, String why, @Nullable Throwable cause) {
        return new AuthorizationException("The host of " + what + " (" + HttpUrls.origin(uri) + ") " + why, cause);
    }
}
