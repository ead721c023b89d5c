package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.client.internal.transport.http.AbortHandle;
import dev.tenon.client.internal.transport.http.BodyCollector;
import dev.tenon.client.internal.transport.http.EventStreamReader;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.client.internal.transport.http.HttpResponseHead;
import dev.tenon.client.internal.transport.http.HttpResponseReceiver;
import dev.tenon.client.internal.transport.http.TargetRequest;
import dev.tenon.client.internal.transport.http.TextExcerpt;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request and everything that comes in answer to it, as one message or as a stream that may have to be taken up
 * again.
 */
final class RequestExchange implements HttpResponseReceiver, SseReader.SseListener {
    /** How long a server has to end the stream after the answer; then the connection is cut. */
    private static final Duration STREAM_END_TIMEOUT = Duration.ofSeconds(2);

    private final StreamableHttpContext context;
    private final Request request;
    private final TargetRequest post;
    private final boolean stateless;
    private final AbortHandle inFlight;
    private final ResumePolicy resumePolicy;
    private volatile long streamStart;
    private volatile boolean answered;

    RequestExchange(StreamableHttpContext parts, Request request, TargetRequest post, boolean stateless) {
        this.context = parts;
        this.request = request;
        this.post = post;
        this.stateless = stateless;
        this.inFlight =
                new AbortHandle(parts.scheduler(), () -> parts.listener().pauseDeadlines(request.id()));
        this.resumePolicy = new ResumePolicy(parts.limits().reconnects());
    }

    RequestId requestId() {
        return request.id();
    }

    boolean isStateless() {
        return stateless;
    }

    AbortHandle abortHandle() {
        return inFlight;
    }

    void start() {
        context.sender().send(post, inFlight, this);
    }

    @Override
    public BodyListener onHead(HttpResponseHead answer) {
        if (context.session().isRejectedBy(answer)) {
            context.session().markLost();
            throw new SessionLostException();
        }
        if (!answer.isSuccess()) {
            return BodyCollector.collectPrefix(
                    answer, context.executor(), body -> onFailure(HttpExceptions.forStatus(answer.status(), body)));
        }
        if (!stateless && request.method().equals("initialize")) {
            context.session().storeSessionId(answer.headers());
        }
        if (answer.isJson()) {
            return new BodyCollector(answer, context.maxMessageBytes(), context.executor(), this::onFullBody);
        }
        if (answer.isEventStream()) {
            return readStream(answer);
        }
        return BodyCollector.collectPrefix(answer, context.executor(), body -> onFailure(invalidContent(answer, body)));
    }

    private static InvalidResponseException invalidContent(HttpResponseHead answer, byte[] beginning) {
        String type = answer.headers().firstValue(HeaderNames.CONTENT_TYPE);
        String body = TextExcerpt.of(beginning);
        return new InvalidResponseException("The answer to a request is JSON or an event stream, but HTTP status "
                + answer.status() + " came with "
                + (type == null ? "no Content-Type" : "Content-Type " + Excerpts.quote(type))
                + (body.isEmpty() ? " and no body" : " and this body: " + body));
    }

    private void onFullBody(byte[] message, @Nullable IOException broken) {
        if (broken != null) {
            onFailure(HttpExceptions.forFailure(context.sender().target().label(), broken));
        } else if (message.length > context.maxMessageBytes()) {
            onOversizedEvent();
            inFlight.complete();
        } else if (deliver(message)) {
            inFlight.complete();
        } else {
            onFailure(new InvalidResponseException("The response body did not contain the response to this request"));
        }
    }

    /** If there was no answer, there is none, for this reason. */
    @Override
    public void onFailure(McpClientException reason) {
        if (!answered && !inFlight.isAborted()) {
            context.listener().onRequestFailed(requestId(), reason);
        }
        inFlight.complete();
    }

    private BodyListener readStream(HttpResponseHead answer) {
        streamStart = System.nanoTime();
        return new EventStreamReader(answer, context.maxMessageBytes(), context.executor(), this, this::onStreamEnd);
    }

    private void onStreamEnd(@Nullable IOException broke) {
        resumePolicy.onStreamEnd(Duration.ofNanos(System.nanoTime() - streamStart));
        if (answered || inFlight.isAborted()) {
            inFlight.complete();
            return;
        }
        ConnectionFailedException ended =
                new ConnectionFailedException("The stream ended before the answer came", broke);
        if (stateless || resumePolicy.lastEventId() == null) {
            onFailure(ended);
        } else {
            resumeOrFail(ended);
        }
    }

    /** Takes the stream up where it broke off (2025-03-26 to 2025-11-25, section "Resumability and Redelivery"). */
    private void resumeOrFail(McpClientException last) {
        if (resumePolicy.canRetry()) {
            inFlight.schedule(
                    resumePolicy.nextDelay(),
                    () -> context.openEventStream(resumePolicy.lastEventId(), inFlight, new ResumeHandler()));
        } else {
            failResume(last);
        }
    }

    private void failResume(McpClientException last) {
        onFailure(new ConnectionFailedException(
                "The stream ended before the answer came, and cannot be taken up again: " + last.getMessage(), last));
    }

    /** Takes what comes when the stream is taken up again. */
    private final class ResumeHandler implements HttpResponseReceiver {
        @Override
        public BodyListener onHead(HttpResponseHead answer) {
            if (context.session().isRejectedBy(answer)) {
                // The request was taken before the session ended, so it must not be sent again in another session.
                context.session().markLost();
            }
            if (answer.isSuccess() && answer.isEventStream()) {
                return readStream(answer);
            }
            return BodyCollector.collectPrefix(answer, context.executor(), body -> {
                ConnectionFailedException problem = HttpExceptions.forStatus(answer.status(), body);
                if (answer.status() < 500) {
                    failResume(problem);
                } else {
                    resumeOrFail(problem);
                }
            });
        }

        @Override
        public void onFailure(McpClientException why) {
            if (why instanceof ConnectionFailedException) {
                resumeOrFail(why);
            } else {
                RequestExchange.this.onFailure(why);
            }
        }
    }

    @Override
    public void onEvent(SseEvent event) {
        resumePolicy.onEvent(event);
        byte[] data = event.data();
        // An event without data only primes the stream.
        if (data != null && event.hasMessage() && event.name().equals("message") && deliver(data)) {
            inFlight.abortAfter(STREAM_END_TIMEOUT);
        }
    }

    @Override
    public void onOversizedEvent() {
        context.listener().onOversizedMessage(requestId());
        markAnswered();
    }

    /** The request has an outcome, whatever way it came: the server has some time left to end the exchange. */
    void markAnswered() {
        if (!answered) {
            answered = true;
            inFlight.abortAfter(STREAM_END_TIMEOUT);
        }
    }

    /** Whether this was the answer. */
    private boolean deliver(byte[] message) {
        boolean isAnswer = !inFlight.isAborted() && context.listener().onMessage(message, requestId()) && !answered;
        if (isAnswer) {
            answered = true;
        }
        return isAnswer;
    }
}
