package dev.tenon.client.internal.transport.http;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.internal.text.Excerpts;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Sends HTTP requests to a target, with its headers and credentials, and follows what may be followed. Never blocks:
 * credentials that may have to be waited for are got on the executor.
 */
public record HttpRequestSender(HttpTarget target, TargetHttpClient http, Executor executor) {
    /**
     * Sends a request to the target until it is neither redirected nor, as far as there are other credentials, refused.
     */
    public void send(TargetRequest outgoing, AbortHandle inFlight, HttpResponseReceiver taker) {
        send(outgoing, target.uri(), inFlight, taker);
    }

    /** Like {@link #send(TargetRequest, AbortHandle, HttpResponseReceiver)}, to another address of the target. */
    void send(TargetRequest outgoing, URI address, AbortHandle inFlight, HttpResponseReceiver taker) {
        new RetryingExchange(outgoing, address, inFlight, taker).start();
    }

    /** An answer, and the beginning of its body. */
    public record BufferedResponse(HttpResponseHead answer, byte[] body) {
        /** The exception for an answer that is no success. */
        public ConnectionFailedException toException() {
            return HttpExceptions.forStatus(answer.status(), body);
        }
    }

    /**
     * Sends a request whose answer is no message.
     *
     * @param late what has gone wrong when it is aborted
     */
    public CompletableFuture<BufferedResponse> exchange(
            TargetRequest outgoing, URI address, AbortHandle inFlight, String late) {
        CompletableFuture<BufferedResponse> reply = new CompletableFuture<>();
        inFlight.onCompletion(() -> reply.completeExceptionally(new ConnectionFailedException(late)));
        send(outgoing, address, inFlight, new HttpResponseReceiver() {
            @Override
            public BodyListener onHead(HttpResponseHead answer) {
                return BodyCollector.collectPrefix(answer, executor, body -> {
                    reply.complete(new BufferedResponse(answer, body));
                    inFlight.complete();
                });
            }

            @Override
            public void onFailure(McpClientException why) {
                reply.completeExceptionally(why);
                inFlight.complete();
            }
        });
        return reply;
    }

    /** One request, sent as often as needed. */
    private final class RetryingExchange implements HttpResponseHandler {
        private final TargetRequest outgoing;
        private final AbortHandle abortHandle;
        private final HttpResponseReceiver receiver;
        private final TargetCredentials credentials = new TargetCredentials(target);
        private volatile URI uri;
        private volatile Map<String, String> sent = Map.of();
        private int redirects;
        private int refusals;

        RetryingExchange(TargetRequest outgoing, URI uri, AbortHandle inFlight, HttpResponseReceiver taker) {
            this.outgoing = outgoing;
            this.uri = uri;
            this.abortHandle = inFlight;
            this.receiver = taker;
        }

        void start() {
            Map<String, String> shown = credentials.headersIfAvailable(outgoing.method(), uri);
            if (shown == null) {
                executeBlocking(() -> transmit(credentials.headers(outgoing.method(), uri)));
            } else {
                runSafely(() -> transmit(shown));
            }
        }

        private void transmit(Map<String, String> shown) {
            if (abortHandle.isAborted()) {
                return;
            }
            Map<String, String> headers =
                    shown.isEmpty() ? new HashMap<>() : new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.put(HeaderNames.USER_AGENT, "tenon");
            headers.putAll(shown);
            headers.putAll(outgoing.headers());
            sent = headers;
            abortHandle.setAbortAction(http.send(outgoing, uri, headers, this)::abort);
        }

        @Override
        public BodyListener onHead(ResponseHead head, HttpCall call) {
            HttpResponseHead answer = new HttpResponseHead(uri, head, call);
            try {
                credentials.onResponse(answer);
                if (outgoing.canFollowUp() && RedirectPolicy.isRedirect(answer.status())) {
                    URI next = RedirectPolicy.resolveTarget(answer, redirects++);
                    return BodyCollector.collectPrefix(answer, executor, body -> {
                        uri = next;
                        start();
                    });
                }
                if (outgoing.canFollowUp() && credentials.canRenew(answer.status(), refusals++)) {
                    return BodyCollector.collectPrefix(
                            answer, executor, body -> executeBlocking(() -> renewCredentials(answer, body)));
                }
                return forwardResponse(answer);
            } catch (McpClientException e) {
                call.abort();
                receiver.onFailure(e);
                return BodyListener.DISCARD;
            }
        }

        private BodyListener forwardResponse(HttpResponseHead answer) {
            List<String> codings = answer.headers().allValues("Content-Encoding");
            if (!codings.isEmpty() && !codings.stream().allMatch("identity"::equalsIgnoreCase)) {
                throw new InvalidResponseException(target.label() + " answered with Content-Encoding "
                        + Excerpts.quote(String.join(", ", codings)) + ", which was not asked for");
            }
            return receiver.onHead(answer);
        }

        /** The server refused the request: sends it with other credentials, or hands its answer on. */
        private void renewCredentials(HttpResponseHead answer, byte[] body) {
            if (abortHandle.runPaused(() -> credentials.renew(answer, sent))) {
                start();
            } else {
                BodyListener refused = forwardResponse(answer);
                refused.onData(body);
                refused.onEnd();
            }
        }

        @Override
        public void onFailure(IOException why) {
            receiver.onFailure(HttpExceptions.forFailure(target.label(), why));
        }

        private void executeBlocking(Runnable step) {
            try {
                executor.execute(() -> runSafely(step));
            } catch (RejectedExecutionException e) {
                receiver.onFailure(
                        new ConnectionFailedException("The connection to " + target.label() + " is closed", e));
            }
        }

        private void runSafely(Runnable step) {
            try {
                step.run();
            } catch (McpClientException e) {
                receiver.onFailure(e);
            } catch (RuntimeException e) {
                receiver.onFailure(new ConnectionFailedException("A request failed within the client: " + e, e));
            }
        }
    }
}
