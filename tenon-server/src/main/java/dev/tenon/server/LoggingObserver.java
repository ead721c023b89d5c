package dev.tenon.server;

import dev.tenon.json.Quote;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line to SLF4J for every call and refusal: who, what, how it ended and how long it took. Every server has it, under the
 * name {@code dev.tenon.server.calls}: calls at level debug, refusals at info. Params and results are never written: they may
 * hold what does not belong in a log; an observer of one's own can decide otherwise.
 */
public final class LoggingObserver implements Observer {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server.calls");

    /** Logs to {@code dev.tenon.server.calls}. */
    public LoggingObserver() {}

    @Override
    public boolean watchesCalls() {
        return LOG.isDebugEnabled();
    }

    @Override
    public void finished(CallInfo call, Outcome outcome) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} {} {} by {} in {} under {}: {}{} after {} ms",
                    call.id(),
                    Quote.shortened(call.method()),
                    call.target() == null ? "" : Quote.shortened(call.target()),
                    call.principal() == null
                            ? "anybody"
                            : Quote.shortened(call.principal().name()),
                    call.session() == null ? "no session" : "session " + call.session(),
                    call.revision(),
                    outcome.kind(),
                    outcome.error() == null ? "" : " " + outcome.error().code(),
                    outcome.time().toMillis());
        }
    }

    @Override
    public void notified(NotificationInfo notification) {
        if (!notification.known()) {
            LOG.debug("Dropped a notification nobody knows: {}", Quote.shortened(notification.method()));
        }
    }

    @Override
    public void refused(Refusal refusal) {
        LOG.info(
                "Refused over {}{}: {} {} {}",
                refusal.transport(),
                refusal.remote() == null ? "" : " from " + refusal.remote(),
                refusal.code(),
                refusal.status() == 0 ? "" : "HTTP " + refusal.status(),
                refusal.reason());
    }
}
