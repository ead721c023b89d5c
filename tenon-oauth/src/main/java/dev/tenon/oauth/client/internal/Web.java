package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.internal.BoundedBody;
import dev.tenon.oauth.internal.Exchange;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends what OAuth sends. Every request has its time, every answer its bound, and every address is looked at first. */
final class Web {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 3;
    /** Set by the HTTP client itself. */
    private static final Set<String> OURS = Set.of("content-length", "host", "connection");

    private final @Nullable SSLContext tls;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable HttpClient client;
    private final AddressRules rules;
    private final OAuthLimits limits;

    Web(AddressRules rules, OAuthLimits limits, @Nullable SSLContext tls) {
        this.rules = rules;
        this.limits = limits;
        this.tls = tls;
    }

    /** Made when it is needed: most of the time there are tokens, and nobody is asked. */
    private HttpClient client() {
        lock.lock();
        try {
            HttpClient ready = client;
            if (ready == null) {
                HttpClient.Builder builder = HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(limits.requestTime());
                if (tls != null) {
                    builder.sslContext(tls);
                }
                ready = builder.build();
                client = ready;
            }
            return ready;
        } finally {
            lock.unlock();
        }
    }

    AddressRules rules() {
        return rules;
    }

    /**
     * Gets a document. Redirects are followed within the origin; any other answer than a success is for the caller to judge.
     *
     * @param what names it in messages
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    WebAnswer get(URI address, Map<String, String> headers, String what) {
        URI uri = address;
        for (int redirects = 0; ; redirects++) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(rules.check(uri, what)).GET().setHeader("Accept", "application/json");
            headers.forEach(request::setHeader);
            WebAnswer answer = send(request.build(), what);
            URI next = redirects < MOST_REDIRECTS ? sibling(uri, answer) : null;
            if (next == null) {
                return answer;
            }
            uri = next;
        }
    }

    private static @Nullable URI sibling(URI from, WebAnswer answer) {
        String location = answer.header("location");
        URI named = REDIRECTS.contains(answer.status()) ? Resources.parse(location) : null;
        if (named == null) {
            return null;
        }
        URI next = from.resolve(named);
        boolean same = HttpUrls.sameOrigin(next, from);
        return same && next.getRawFragment() == null ? next : null;
    }

    /**
     * Sends a request that the library of OAuth has made. Redirects are not followed: it holds secrets.
     *
     * @throws AuthorizationException when there is no answer, or the address may not be gone to
     */
    HTTPResponse send(HTTPRequest made, String what) {
        String body = made.getBody();
        HttpRequest.Builder request = HttpRequest.newBuilder(rules.check(made.getURI(), what))
                .method(made.getMethod().name(), BodyPublishers.ofString(body == null ? "" : body));
        headers(made).forEach((name, values) -> {
            if (!OURS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        WebAnswer answer = send(request.build(), what);
        HTTPResponse response = new HTTPResponse(answer.status());
        answer.headers().forEach((name, values) -> {
            // Its parser minds what is odd in other headers, and nobody asks for them.
            if (name.equalsIgnoreCase("dpop-nonce")) {
                response.setHeader(name, values.toArray(String[]::new));
            }
        });
        setType(response, answer);
        response.setBody(answer.text());
        return response;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> headers(HTTPRequest made) {
        return made.getHeaderMap();
    }

    private static void setType(HTTPResponse response, WebAnswer answer) {
        try {
            response.setContentType(answer.isJson() ? "application/json" : "text/plain");
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request as it is, to an address that was checked. */
    WebAnswer send(HttpRequest request, String what) {
        try {
            HttpResponse<byte[]> response =
                    Exchange.of(client(), request, info -> new BoundedBody(limits.bodyBytes()), limits.requestTime());
            return new WebAnswer(
                    response.statusCode(),
                    response.headers().map(),
                    new String(response.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            throw failure(what, request.uri(), "did not answer in time", null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(what, request.uri(), "was not waited for: the client was interrupted", null);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            boolean large = cause instanceof BoundedBody.TooLargeException
                    || cause != null && cause.getCause() instanceof BoundedBody.TooLargeException;
            String why = large
                    ? "answered with more than " + limits.bodyBytes() + " bytes"
                    : "cannot be reached" + (cause instanceof javax.net.ssl.SSLException ? " securely" : "");
            throw failure(what, request.uri(), why, cause);
        }
    }

    private static AuthorizationException failure(String what, URI uri, String why, @Nullable Throwable cause) {
        return new AuthorizationException("The host of " + what + " (" + HttpUrls.origin(uri) + ") " + why, cause);
    }
}
