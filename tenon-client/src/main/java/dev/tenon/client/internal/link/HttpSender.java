package dev.tenon.client.internal.link;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.HttpResponseHandler.Body;
import dev.tenon.json.Quote;
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
 * Sends HTTP requests to a target, with its headers and credentials, and follows what may be followed. Never blocks: credentials that
 * may have to be waited for are got on the executor.
 */
record HttpSender(HttpTarget target, TargetHttp http, Executor executor) {
    /** Sends a request to the target until it is neither redirected nor, as far as there are other credentials, refused. */
    void send(Outgoing outgoing, InFlight inFlight, AnswerTaker taker) {
        send(outgoing, target.uri(), inFlight, taker);
    }

    /** Like {@link #send(Outgoing, InFlight, AnswerTaker)}, to another address of the target. */
    void send(Outgoing outgoing, URI address, InFlight inFlight, AnswerTaker taker) {
        new Exchange(outgoing, address, inFlight, taker).start();
    }

    /** An answer, and the beginning of its body. */
    record Reply(HttpAnswer answer, byte[] body) {
        /** The exception for an answer that is no success. */
        ConnectionFailedException problem() {
            return HttpProblem.status(answer.status(), body);
        }
    }

    /**
     * Sends a request whose answer is no message.
     *
     * @param late what has gone wrong when it is aborted
     */
    CompletableFuture<Reply> exchange(Outgoing outgoing, URI address, InFlight inFlight, String late) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        inFlight.whenOver(() -> reply.completeExceptionally(new ConnectionFailedException(late)));
        send(outgoing, address, inFlight, new AnswerTaker() {
            @Override
            public Body head(HttpAnswer answer) {
                return WholeBody.beginning(answer, executor, body -> {
                    reply.complete(new Reply(answer, body));
                    inFlight.over();
                });
            }

            @Override
            public void failed(McpClientException why) {
                reply.completeExceptionally(why);
                inFlight.over();
            }
        });
        return reply;
    }

    /** One request, sent as often as needed. */
    private final class Exchange implements HttpResponseHandler {
        private final Outgoing outgoing;
        private final InFlight inFlight;
        private final AnswerTaker taker;
        private final Credentials credentials = new Credentials(target);
        private volatile URI uri;
        private volatile Map<String, String> sent = Map.of();
        private int redirects;
        private int refusals;

        Exchange(Outgoing outgoing, URI uri, InFlight inFlight, AnswerTaker taker) {
            this.outgoing = outgoing;
            this.uri = uri;
            this.inFlight = inFlight;
            this.taker = taker;
        }

        void start() {
            Map<String, String> shown = credentials.headersNow(outgoing.method(), uri);
            if (shown == null) {
                blocking(() -> transmit(credentials.headers(outgoing.method(), uri)));
            } else {
                guarded(() -> transmit(shown));
            }
        }

        private void transmit(Map<String, String> shown) {
            if (inFlight.isAborted()) {
                return;
            }
            Map<String, String> headers =
                    shown.isEmpty() ? new HashMap<>() : new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.put(HeaderNames.USER_AGENT, "tenon");
            headers.putAll(shown);
            headers.putAll(outgoing.headers());
            sent = headers;
            inFlight.endsBy(http.send(outgoing, uri, headers, this)::abort);
        }

        @Override
        public Body head(Head head, HttpCall call) {
            HttpAnswer answer = new HttpAnswer(uri, head, call);
            try {
                credentials.answered(answer);
                if (outgoing.follows() && Redirects.isRedirect(answer.status())) {
                    URI next = Redirects.target(answer, redirects++);
                    return WholeBody.beginning(answer, executor, body -> {
                        uri = next;
                        start();
                    });
                }
                if (outgoing.follows() && credentials.mayHelp(answer.status(), refusals++)) {
                    return WholeBody.beginning(answer, executor, body -> blocking(() -> renew(answer, body)));
                }
                return taken(answer);
            } catch (McpClientException e) {
                call.abort();
                taker.failed(e);
                return Body.IGNORED;
            }
        }

        private Body taken(HttpAnswer answer) {
            List<String> codings = answer.headers().all("Content-Encoding");
            if (!codings.isEmpty() && !codings.stream().allMatch("identity"::equalsIgnoreCase)) {
                throw new BadAnswerException(target.label() + " answered with Content-Encoding "
                        + Quote.shortened(String.join(", ", codings)) + ", which was not asked for");
            }
            return taker.head(answer);
        }

        /** The server refused the request: sends it with other credentials, or hands its answer on. */
        private void renew(HttpAnswer answer, byte[] body) {
            if (inFlight.paused(() -> credentials.renewed(answer, sent))) {
                start();
            } else {
                Body refused = taken(answer);
                refused.data(body);
                refused.end();
            }
        }

        @Override
        public void failed(IOException why) {
            taker.failed(HttpProblem.failure(target.label(), why));
        }

        private void blocking(Runnable step) {
            try {
                executor.execute(() -> guarded(step));
            } catch (RejectedExecutionException e) {
                taker.failed(new ConnectionFailedException("The connection to " + target.label() + " is closed", e));
            }
        }

        private void guarded(Runnable step) {
            try {
                step.run();
            } catch (McpClientException e) {
                taker.failed(e);
            } catch (RuntimeException e) {
                taker.failed(new ConnectionFailedException("A request failed within the client: " + e, e));
            }
        }
    }
}
