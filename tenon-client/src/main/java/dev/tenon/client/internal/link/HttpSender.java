package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpAuth;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.json.Quote;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Sends HTTP requests to a target, with its headers and credentials, and follows what may be followed. Blocks. */
final class HttpSender {
    private static final int MOST_REFUSALS = 3;

    private final HttpTarget target;
    private final HttpClient client;

    HttpSender(HttpTarget target, HttpClient client) {
        this.target = target;
        this.client = client;
    }

    HttpTarget target() {
        return target;
    }

    /**
     * Sends a request to this address of the target until it is neither redirected nor, as far as there are other
     * credentials, refused.
     *
     * @throws ConnectionFailedException when there was no response, or a redirect that is not followed
     * @throws CancellationException when the exchange was aborted
     */
    HttpAnswer send(Outgoing outgoing, URI address, InFlight inFlight) {
        URI uri = address;
        int redirects = 0;
        int refusals = 0;
        while (true) {
            HttpAnswer answer = once(outgoing, uri, inFlight);
            if (Redirects.isRedirect(answer)) {
                uri = Redirects.target(answer.shortened(), redirects++);
            } else if (isRefusal(answer) && refusals++ < MOST_REFUSALS) {
                HttpAnswer refused = answer.shortened();
                if (!hasOtherCredentials(refused)) {
                    return refused;
                }
            } else {
                return answer;
            }
        }
    }

    private boolean isRefusal(HttpAnswer answer) {
        return target.auth() != null && (answer.status() == 401 || answer.status() == 403);
    }

    private boolean hasOtherCredentials(HttpAnswer refused) {
        HttpAuth auth = target.auth();
        Map<String, List<String>> headers = new TreeMap<>();
        refused.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        List<String> challenges = refused.headers().allValues(HeaderNames.WWW_AUTHENTICATE);
        try {
            return auth != null
                    && auth.refused(new HttpAuth.Refusal(refused.status(), refused.uri(), challenges, headers));
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("There are no other credentials for " + target.label() + ": " + e, e);
        }
    }

    /** Sends a request once, whatever comes of it. */
    HttpAnswer once(Outgoing outgoing, URI uri, InFlight inFlight) {
        HttpRequest request = request(outgoing, uri);
        CompletableFuture<HttpResponse<InputStream>> call =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
        inFlight.waitsFor(call);
        try {
            HttpResponse<InputStream> response = call.get();
            inFlight.reads(response.body());
            return new HttpAnswer(response.statusCode(), uri, response.headers(), response.body());
        } catch (ExecutionException e) {
            throw HttpProblem.failure(target.label(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel(true);
            throw new CancellationException("interrupted");
        }
    }

    private HttpRequest request(Outgoing outgoing, URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(outgoing.method(), outgoing.body());
        set(request, target.headers());
        set(request, credentials(outgoing.method(), uri));
        set(request, outgoing.headers());
        return request.build();
    }

    private Map<String, String> credentials(String method, URI uri) {
        HttpAuth auth = target.auth();
        try {
            return auth == null ? Map.of() : auth.headers(method, uri);
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("There are no credentials for " + target.label() + ": " + e, e);
        }
    }

    private static void set(HttpRequest.Builder request, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            try {
                request.setHeader(name, value);
            } catch (IllegalArgumentException e) {
                // Without the value and the cause that quotes it: it may be a secret.
                throw new ConnectionFailedException(
                        "HTTP does not allow the header " + Quote.shortened(name) + ", or the characters in its value");
            }
        });
    }
}
