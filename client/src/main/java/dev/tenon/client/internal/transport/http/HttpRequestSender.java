package dev.tenon.client.internal.transport.http;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.internal.text.Excerpts;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Sends HTTP requests to a target, with its headers and credentials, and follows allowed redirects. Never blocks:
 * credentials that may have to be waited for are obtained on the executor.
 */
public record HttpRequestSender(HttpTarget target, TargetHttpClient http, Executor executor) {
    /**
     * Sends a request to the target, and repeats it after redirects, and after rejections while other credentials are
     * available.
     */
    public void send(TargetRequest outgoing, AbortHandle abortHandle, HttpResponseReceiver receiver) {
        new RetryingExchange(outgoing, target.uri(), abortHandle, receiver).start();
    }

    /** A response with the beginning of its body. */
    public record BufferedResponse(HttpResponseHead response, byte[] body) {
        /** Returns the exception for a response with an error status. */
        public ConnectionFailedException toException() {
            return HttpExceptions.forStatus(response.status(), body);
        }
    }

    /**
     * Sends a request whose response contains no protocol message.
     *
     * @param abortMessage the message of the failure when the request is aborted
     */
    public CompletableFuture<BufferedResponse> sendAsyncAndBuffer(
            TargetRequest outgoing, URI address, AbortHandle abortHandle, String abortMessage) {
        CompletableFuture<BufferedResponse> result = new CompletableFuture<>();
        abortHandle.onCompletion(() -> result.completeExceptionally(new ConnectionFailedException(abortMessage)));
        HttpResponseReceiver receiver = new HttpResponseReceiver() {
            @Override
            public BodyListener onHead(HttpResponseHead response) {
                return BodyCollector.collectPrefix(response, executor, body -> {
                    result.complete(new BufferedResponse(response, body));
                    abortHandle.completeAndRelease();
                });
            }

            @Override
            public void onFailure(McpClientException failure) {
                result.completeExceptionally(failure);
                abortHandle.completeAndRelease();
            }
        };
        new RetryingExchange(outgoing, address, abortHandle, receiver).start();
        return result;
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

        RetryingExchange(TargetRequest outgoing, URI uri, AbortHandle abortHandle, HttpResponseReceiver receiver) {
            this.outgoing = outgoing;
            this.uri = uri;
            this.abortHandle = abortHandle;
            this.receiver = receiver;
        }

        void start() {
            Map<String, String> credentialHeaders = credentials.headersIfAvailable(outgoing.method(), uri);
            if (credentialHeaders == null) {
                executeBlocking(() -> transmit(credentials.headers(outgoing.method(), uri)));
            } else {
                runSafely(() -> transmit(credentialHeaders));
            }
        }

        private void transmit(Map<String, String> credentialHeaders) {
            if (abortHandle.isAborted()) {
                return;
            }
            Map<String, String> headers = outgoing.headersWith(credentialHeaders);
            sent = headers;
            // Set before sending: the response, and the next request, may come before send() returns.
            CompletableFuture<HttpCall> call = new CompletableFuture<>();
            abortHandle.setAbortAction(() -> {
                var unused = call.thenAccept(HttpCall::abort);
            });
            call.complete(http.send(outgoing, uri, headers, this));
        }

        @Override
        public BodyListener onHead(ResponseHead head, HttpCall call) {
            HttpResponseHead response = new HttpResponseHead(uri, head, call);
            try {
                credentials.onResponse(response);
                if (outgoing.canRedirectOrReauthenticate() && RedirectPolicy.isRedirect(response.status())) {
                    URI next = RedirectPolicy.resolveTarget(response, redirects++);
                    return BodyCollector.collectPrefix(response, executor, body -> {
                        uri = next;
                        start();
                    });
                }
                if (outgoing.canRedirectOrReauthenticate() && credentials.canRenew(response.status(), refusals++)) {
                    return BodyCollector.collectPrefix(
                            response, executor, body -> executeBlocking(() -> renewCredentials(response, body)));
                }
                return forwardResponse(response);
            } catch (McpClientException e) {
                call.abort();
                receiver.onFailure(e);
                return BodyListener.DISCARD;
            }
        }

        private BodyListener forwardResponse(HttpResponseHead response) {
            List<String> codings = response.headers().allValues("Content-Encoding");
            if (!codings.isEmpty() && !codings.stream().allMatch("identity"::equalsIgnoreCase)) {
                throw new InvalidResponseException(target.label() + " answered with Content-Encoding "
                        + Excerpts.quote(String.join(", ", codings)) + ", which was not requested");
            }
            return receiver.onHead(response);
        }

        /** Handles a rejected request: sends it with new credentials, or delivers the response. */
        private void renewCredentials(HttpResponseHead response, byte[] body) {
            if (abortHandle.runWithPausedDeadlines(() -> credentials.renew(response, sent))) {
                start();
            } else {
                BodyListener bodyListener = forwardResponse(response);
                bodyListener.onData(body);
                bodyListener.onEnd();
            }
        }

        @Override
        public void onFailure(IOException failure) {
            receiver.onFailure(HttpExceptions.forFailure(target.label(), failure));
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
