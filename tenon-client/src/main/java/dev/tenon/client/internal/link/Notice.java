package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The exchange of a message that has no answer: a notification, or an answer of ours. */
final class Notice implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Notice.class);

    private final HttpParts parts;
    private final Outgoing post;
    private final InFlight inFlight = new InFlight();

    Notice(HttpParts parts, Outgoing post) {
        this.parts = parts;
        this.post = post;
    }

    InFlight inFlight() {
        return inFlight;
    }

    /** Posts it where nobody waits for that. */
    @Override
    public void run() {
        try {
            post();
        } catch (McpClientException e) {
            LOG.warn("A message did not reach {}: {}", parts.sender().target().label(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("A message did not reach {}", parts.sender().target().label(), e);
        }
    }

    /**
     * Posts it, and waits until the server has taken it.
     *
     * @throws ConnectionFailedException when it has not
     */
    void post() {
        inFlight.abortAfter(parts.limits().connectTime(), parts.executor());
        HttpAnswer answer;
        try {
            answer = parts.sender().send(post, parts.uri(), inFlight);
        } catch (CancellationException e) {
            throw new ConnectionFailedException(
                    "The connection was closed, or the server did not take a message within "
                            + parts.limits().connectTime().toMillis() + " ms",
                    e);
        }
        if (parts.session().isDeniedBy(answer)) {
            parts.session().end();
            answer.drop();
            throw new SessionLostException();
        }
        if (!answer.isSuccess()) {
            throw HttpProblem.status(answer);
        }
        answer.drop();
    }
}
