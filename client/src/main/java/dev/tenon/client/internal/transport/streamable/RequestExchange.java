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
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.Request;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request and its response, which arrives as one message or as a stream that may have to be resumed. */
final class RequestExchange implements HttpResponseReceiver, SseReader.SseListener {
    /** How long a server may take to end the stream after the response; then the connection is closed. */
    private static final Duration STREAM_END_TIMEOUT = Duration.ofSeconds(2);

    final boolean stateless;
    final AbortHandle abortHandle;
    private final StreamableHttpContext context;
    private final Request request;
    private final ResumePolicy resumePolicy;
    private volatile long streamStart;
    private volatile boolean responseReceived;

    RequestExchange(StreamableHttpContext context, Request request, boolean stateless) {
        this.context = context;
        this.request = request;
        this.stateless = stateless;
        this.abortHandle =
                new AbortHandle(context.scheduler(), () -> context.listener().pauseDeadlines(request.id()));
        this.resumePolicy = new ResumePolicy(context.limits().reconnects());
    }

    void start(TargetRequest post) {
        context.sender().send(post, abortHandle, this);
    }

    @Override
    public BodyListener onHead(HttpResponseHead response) {
        if (context.session().isRejectedBy(response)) {
            context.session().markLost();
            throw new SessionLostException();
        }
        if (!response.isSuccess()) {
            return BodyCollector.collectPrefix(
                    response, context.executor(), body -> onFailure(HttpExceptions.forStatus(response.status(), body)));
        }
        if (!stateless && request.method().equals("initialize")) {
            context.session().validateAndStoreSessionId(response.headers());
        }
        if (response.isJson()) {
            return new BodyCollector(response, context.maxMessageBytes(), context.executor(), this::onFullBody);
        }
        if (response.isEventStream()) {
            return readStream(response);
        }
        return BodyCollector.collectPrefix(
                response, context.executor(), body -> onFailure(invalidContent(response, body)));
    }

    private static InvalidResponseException invalidContent(HttpResponseHead response, byte[] bodyStart) {
        String type = response.headers().firstValue(HeaderNames.CONTENT_TYPE);
        String body = HttpExceptions.formatExcerpt(bodyStart);
        return new InvalidResponseException(
                "The response to a request must be JSON or an event stream, but HTTP status "
                        + response.status() + " came with "
                        + (type == null ? "no Content-Type" : "Content-Type " + Excerpts.quote(type))
                        + (body.isEmpty() ? " and no body" : " and this body: " + body));
    }

    private void onFullBody(byte[] message, @Nullable IOException failure) {
        if (failure != null) {
            onFailure(HttpExceptions.forFailure(context.sender().target().label(), failure));
        } else if (message.length > context.maxMessageBytes()) {
            onOversizedEvent();
            abortHandle.completeAndRelease();
        } else if (deliver(message)) {
            abortHandle.completeAndRelease();
        } else {
            onFailure(new InvalidResponseException("The response body did not contain the response to this request"));
        }
    }

    /** Fails the request with this reason if there was no response. */
    @Override
    public void onFailure(McpClientException reason) {
        if (!responseReceived && !abortHandle.isAborted()) {
            context.listener().onRequestFailed(request.id(), reason);
        }
        abortHandle.completeAndRelease();
    }

    private BodyListener readStream(HttpResponseHead response) {
        streamStart = System.nanoTime();
        return new EventStreamReader(response, context.maxMessageBytes(), context.executor(), this, this::onStreamEnd);
    }

    private void onStreamEnd(@Nullable IOException failure) {
        resumePolicy.onStreamEnd(Duration.ofNanos(System.nanoTime() - streamStart));
        if (responseReceived || abortHandle.isAborted()) {
            abortHandle.completeAndRelease();
            return;
        }
        ConnectionFailedException endFailure =
                new ConnectionFailedException("The stream ended before the response arrived", failure);
        if (stateless || resumePolicy.lastEventId() == null) {
            onFailure(endFailure);
        } else {
            resumeOrFail(endFailure);
        }
    }

    /** Resumes the stream after its last event (2025-03-26 to 2025-11-25, section "Resumability and Redelivery"). */
    private void resumeOrFail(McpClientException lastFailure) {
        if (resumePolicy.canRetry()) {
            abortHandle.setTimer(
                    resumePolicy.countAttemptAndGetDelay(),
                    () -> context.openEventStream(resumePolicy.lastEventId(), abortHandle, new ResumeHandler()));
        } else {
            failResume(lastFailure);
        }
    }

    private void failResume(McpClientException lastFailure) {
        onFailure(new ConnectionFailedException(
                "The stream ended before the response arrived, and cannot be resumed: " + lastFailure.getMessage(),
                lastFailure));
    }

    /** Receives the response to an attempt to resume the stream. */
    private final class ResumeHandler implements HttpResponseReceiver {
        @Override
        public BodyListener onHead(HttpResponseHead response) {
            if (context.session().isRejectedBy(response)) {
                // The server accepted the request before the session ended, so it must not be sent again in another
                // session.
                context.session().markLost();
            }
            if (response.isSuccess() && response.isEventStream()) {
                return readStream(response);
            }
            return BodyCollector.collectPrefix(response, context.executor(), body -> {
                ConnectionFailedException failure = HttpExceptions.forStatus(response.status(), body);
                if (response.status() < 500) {
                    failResume(failure);
                } else {
                    resumeOrFail(failure);
                }
            });
        }

        @Override
        public void onFailure(McpClientException failure) {
            if (failure instanceof ConnectionFailedException) {
                resumeOrFail(failure);
            } else {
                RequestExchange.this.onFailure(failure);
            }
        }
    }

    @Override
    public void onEvent(SseEvent event) {
        resumePolicy.onEvent(event);
        byte[] data = event.data();
        // An event without data only provides an event id.
        if (data != null && event.hasNonEmptyData() && event.name().equals("message") && deliver(data)) {
            abortHandle.abortAfter(STREAM_END_TIMEOUT);
        }
    }

    @Override
    public void onOversizedEvent() {
        context.listener().onOversizedMessage(request.id());
        markReceivedAndScheduleAbort();
    }

    /** Marks the request as completed; the server has some time left to end the exchange. */
    void markReceivedAndScheduleAbort() {
        if (!responseReceived) {
            responseReceived = true;
            abortHandle.abortAfter(STREAM_END_TIMEOUT);
        }
    }

    /** Delivers a message; returns whether it was the response. */
    private boolean deliver(byte[] message) {
        boolean isResponse =
                !abortHandle.isAborted() && context.listener().onMessage(message, request.id()) && !responseReceived;
        if (isResponse) {
            responseReceived = true;
        }
        return isResponse;
    }
}
