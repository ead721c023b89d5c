package dev.tenon.client.internal.link;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the server that its session is no longer used (2025-03-26 to 2025-11-25, section "Session Management"). */
final class SessionEnd {
    private static final Logger LOG = LoggerFactory.getLogger(SessionEnd.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private SessionEnd() {}

    /** Waits a moment for the server, which may refuse: it makes no difference. */
    static void tell(HttpParts parts) {
        if (!parts.session().isLive()) {
            return;
        }
        InFlight inFlight = new InFlight();
        try {
            CompletableFuture.runAsync(() -> delete(parts, inFlight), parts.executor())
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("The end of the session was not told", e);
        } finally {
            inFlight.abort();
        }
    }

    private static void delete(HttpParts parts, InFlight inFlight) {
        Outgoing delete = Outgoing.delete(parts.session().headers());
        // Once: nobody is to log in for this.
        parts.sender().once(delete, parts.uri(), inFlight).drop();
    }
}
