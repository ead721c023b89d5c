package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.json.Quote;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends HTTP requests to a target, with its headers and credentials, and follows what may be followed. Blocks. */
final class HttpSender {
    private final HttpTarget target;
    private final HttpClient client;
    private final Credentials credentials;

    HttpSender(HttpTarget target, HttpClient client) {
        this.target = target;
        this.client = client;
        this.credentials = new Credentials(target);
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
        HttpRequest request = request(outgoing, address);
        return follow(outgoing, request, once(request, inFlight), inFlight);
    }

    /**
     * As the other, for a request that was sent on an event loop, where this answer came.
     *
     * @param shown the credentials that it had
     */
    HttpAnswer goOn(Outgoing outgoing, Map<String, String> shown, HttpAnswer answer, InFlight inFlight) {
        credentials.answered(answer);
        return follow(outgoing, request(outgoing, answer.uri(), shown), answer, inFlight);
    }

    private HttpAnswer follow(Outgoing outgoing, HttpRequest first, HttpAnswer came, InFlight inFlight) {
        HttpRequest request = first;
        HttpAnswer answer = came;
        int redirects = 0;
        int refusals = 0;
        while (true) {
            URI uri = request.uri();
            if (Redirects.isRedirect(answer.status())) {
                uri = Redirects.target(answer.shortened(), redirects++);
            } else if (credentials.mayHelp(answer.status(), refusals++)) {
                HttpAnswer refused = answer.shortened();
                HttpRequest sent = request;
                if (!inFlight.paused(() -> credentials.renewed(refused.status(), sent, refused.headers()))) {
                    return refused;
                }
            } else {
                return answer;
            }
            request = request(outgoing, uri);
            answer = once(request, inFlight);
        }
    }

    /** Sends a request once, whatever comes of it. */
    HttpAnswer once(Outgoing outgoing, URI uri, InFlight inFlight) {
        return once(request(outgoing, uri), inFlight);
    }

    private HttpAnswer once(HttpRequest request, InFlight inFlight) {
        // Not sendAsync: that answers on the common pool, where all threads there are may be waiting for this answer.
        Opening opening = new Opening(inFlight);
        FutureTask<HttpResponse<InputStream>> call = new FutureTask<>(() -> client.send(request, opening));
        inFlight.waitsFor(call);
        call.run();
        opening.over();
        try {
            HttpResponse<InputStream> response = call.get();
            HttpAnswer answer =
                    new HttpAnswer(response.statusCode(), request.uri(), response.headers(), response.body());
            credentials.answered(answer);
            return answer;
        } catch (CancellationException e) {
            // It was ended by an interrupt of this thread, which is nobody else's business.
            Thread.interrupted();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw interrupted();
            }
            throw HttpProblem.failure(target.label(), e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }

    /** The headers of the target and its credentials, when they are at hand without waiting; else null. */
    @Nullable Map<String, String> credentialsNow(Outgoing outgoing) {
        return credentials.headersNow(outgoing.method(), target.uri());
    }

    /** An answer came on an event loop, and is all there. */
    void answered(int status, URI uri, Supplier<Map<String, List<String>>> headers) {
        credentials.answered(status, uri, headers);
    }

    private HttpRequest request(Outgoing outgoing, URI uri) {
        return request(outgoing, uri, credentials.headers(outgoing.method(), uri));
    }

    private static HttpRequest request(Outgoing outgoing, URI uri, Map<String, String> shown) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(outgoing.method(), outgoing.body());
        set(request::setHeader, shown);
        set(request::setHeader, outgoing.headers());
        return request.build();
    }

    /** Takes a header of a request that is being built. */
    interface Headers {
        Object set(String name, String value);
    }

    static void set(Headers request, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            try {
                request.set(name, value);
            } catch (IllegalArgumentException e) {
                // Without the value and the cause that quotes it: it may be a secret.
                throw new ConnectionFailedException(
                        "HTTP does not allow the header " + Quote.shortened(name) + ", or the characters in its value");
            }
        });
    }
}
