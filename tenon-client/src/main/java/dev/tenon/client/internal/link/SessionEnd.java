package dev.tenon.client.internal.link;

import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.http.HttpResponseHandler.Body;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the server that its session is no longer used (2025-03-26 to 2025-11-25, section "Session Management"). */
final class SessionEnd implements AnswerTaker {
    private static final Logger LOG = LoggerFactory.getLogger(SessionEnd.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpParts parts;
    private final CountDownLatch told = new CountDownLatch(1);

    private SessionEnd(HttpParts parts) {
        this.parts = parts;
    }

    /** Waits a moment for the server, on a thread that may; the server may refuse: it makes no difference. */
    static void tell(HttpParts parts) {
        if (!parts.session().isLive()) {
            return;
        }
        InFlight inFlight = new InFlight(parts.scheduler());
        SessionEnd end = new SessionEnd(parts);
        // Once: nobody is to log in for this.
        parts.sender().sendOnce(Outgoing.delete(parts.session().headers()), inFlight, end);
        if (!ExecutionContext.current().canBlock()) {
            return;
        }
        try {
            boolean inTime = end.told.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            LOG.debug("The end of the session was taken in time: {}", inTime);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            inFlight.abort();
        }
    }

    @Override
    public Body head(HttpAnswer answer) {
        return WholeBody.beginning(answer, parts.executor(), unwanted -> told.countDown());
    }

    @Override
    public void failed(McpClientException why) {
        LOG.debug("The end of the session was not told", why);
        told.countDown();
    }
}
