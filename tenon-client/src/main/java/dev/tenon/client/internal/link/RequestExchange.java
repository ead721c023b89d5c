package dev.tenon.client.internal.link;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** A request and everything that comes in answer to it, as one message or as a stream that may have to be taken up again. */
final class RequestExchange implements Runnable, SseReader.Handler {
    /** How long a server has to end the stream after the answer; then the connection is cut. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    private final HttpParts parts;
    private final Request request;
    private final Outgoing post;
    private final boolean stateless;
    private final InFlight inFlight = new InFlight();
    private final Comeback comeback;
    private final AnswerWatch watch;

    RequestExchange(HttpParts parts, Request request, Outgoing post, boolean stateless) {
        this.parts = parts;
        this.request = request;
        this.post = post;
        this.stateless = stateless;
        this.comeback = new Comeback(parts.limits().reconnects());
        this.watch = new AnswerWatch(request.id());
    }

    RequestId id() {
        return request.id();
    }

    boolean isStateless() {
        return stateless;
    }

    InFlight inFlight() {
        return inFlight;
    }

    @Override
    public void run() {
        exchange(() -> parts.sender().send(post, parts.uri(), inFlight));
    }

    /**
     * Goes on with an answer that came on an event loop.
     *
     * @param credentials what the request had
     */
    void goOn(HttpAnswer answer, Map<String, String> credentials) {
        inFlight.reads(answer.body());
        exchange(() -> parts.sender().goOn(post, credentials, answer, inFlight));
    }

    private void exchange(Supplier<HttpAnswer> exchanged) {
        inFlight.pausesBy(() -> parts.told().pause(id()));
        try {
            take(exchanged.get());
        } catch (CancellationException e) {
            // Nobody wants the answer any more.
        } catch (McpClientException e) {
            failed(e);
        } catch (RuntimeException e) {
            failed(new ConnectionFailedException("A request failed within the client: " + e, e));
        }
    }

    /** Takes a message that is all of an answer. */
    void whole(byte[] message) {
        if (!inFlight.isAborted()) {
            deliver(message);
        }
        if (!watch.isOver()) {
            failed(noneOfIt());
        }
    }

    private static BadAnswerException noneOfIt() {
        return new BadAnswerException("The server answered with something else than the answer to the request");
    }

    /** There is no answer, for this reason. */
    void failed(RuntimeException reason) {
        if (!watch.isOver() && !inFlight.isAborted()) {
            parts.told().failed(id(), reason);
        }
    }

    private void take(HttpAnswer answer) {
        if (parts.session().isDeniedBy(answer)) {
            throw lost();
        }
        if (!answer.isSuccess()) {
            throw HttpProblem.status(answer);
        }
        if (!stateless && request.method().equals("initialize")) {
            parts.session().begin(answer.headers());
        }
        if (answer.isEventStream()) {
            stream(answer);
        } else if (answer.isJson()) {
            single(answer);
        } else {
            throw noAnswer(answer);
        }
    }

    private SessionLostException lost() {
        parts.session().end();
        return new SessionLostException();
    }

    private static BadAnswerException noAnswer(HttpAnswer answer) {
        String type = answer.headers().firstValue(HeaderNames.CONTENT_TYPE).orElse("");
        String body = Excerpt.of(answer.beginning());
        return new BadAnswerException("The answer to a request is JSON or an event stream, but HTTP status "
                + answer.status() + " came with "
                + (type.isEmpty() ? "no Content-Type" : "Content-Type " + Quote.shortened(type))
                + (body.isEmpty() ? " and no body" : " and this body: " + body));
    }

    private void single(HttpAnswer answer) {
        byte[] message;
        try (InputStream body = answer.body()) {
            message = body.readNBytes(parts.maxBytes() + 1);
        } catch (IOException e) {
            throw HttpProblem.failure(parts.sender().target().label(), e);
        }
        if (message.length > parts.maxBytes()) {
            tooLarge();
            return;
        }
        if (!inFlight.isAborted()) {
            deliver(message);
        }
        if (!watch.isOver()) {
            throw noneOfIt();
        }
    }

    private void stream(HttpAnswer first) {
        HttpAnswer answer = first;
        while (true) {
            IOException broke = EventStream.read(answer, parts.maxBytes(), this, comeback);
            if (watch.isOver() || inFlight.isAborted()) {
                return;
            }
            if (stateless || comeback.lastEvent() == null) {
                throw new ConnectionFailedException("The stream ended before the answer came", broke);
            }
            answer = resumed();
        }
    }

    /** Takes the stream up where it broke off (2025-03-26 to 2025-11-25, section "Resumability and Redelivery"). */
    private HttpAnswer resumed() {
        ConnectionFailedException last = new ConnectionFailedException("The stream ended before the answer came");
        while (comeback.isWorthwhile()) {
            if (!inFlight.sleep(comeback.next())) {
                throw new CancellationException();
            }
            HttpAnswer answer;
            try {
                answer = parts.listen(comeback.lastEvent(), inFlight);
            } catch (ConnectionFailedException e) {
                last = e;
                continue;
            }
            if (parts.session().isDeniedBy(answer)) {
                throw lost();
            }
            if (answer.isSuccess() && answer.isEventStream()) {
                return answer;
            }
            last = HttpProblem.status(answer);
            if (answer.status() < 500) {
                break;
            }
        }
        throw new ConnectionFailedException(
                "The stream ended before the answer came, and cannot be taken up again: " + last.getMessage(), last);
    }

    @Override
    public void event(SseEvent event) {
        comeback.heard(event);
        byte[] data = event.data();
        // An event without data only primes the stream.
        if (data != null && event.hasMessage() && event.name().equals("message") && !inFlight.isAborted()) {
            boolean answered = deliver(data);
            if (answered) {
                inFlight.abortAfter(ENDING, parts.executor());
            }
        }
    }

    @Override
    public void tooLarge() {
        parts.told().tooLarge(id());
        watch.sawNone();
        inFlight.abortAfter(ENDING, parts.executor());
    }

    /** Whether this was the answer. */
    private boolean deliver(byte[] message) {
        return watch.sees(parts.told().message(message, id()));
    }
}
