package dev.tenon.server.observer;

import dev.tenon.internal.text.Excerpts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line to SLF4J for every call and refusal: who, what, how it ended and how long it took. Every server has it,
 * under the name {@code dev.tenon.server.calls}: calls at level debug, refusals at info. Params and results are never
 * written: they may hold what does not belong in a log; an observer of one's own can decide otherwise.
 */
public final class LoggingObserver implements ServerObserver {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server.calls");

    /** Logs to {@code dev.tenon.server.calls}. */
    public LoggingObserver() {}

    @Override
    public boolean isObservingRequests() {
        return LOG.isDebugEnabled();
    }

    @Override
    public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} {} {} by {} in {} under {}: {}{} after {} ms",
                    call.id(),
                    Excerpts.quote(call.method()),
                    call.target() == null ? "" : Excerpts.quote(call.target()),
                    call.principal() == null
                            ? "anybody"
                            : Excerpts.quote(call.principal().name()),
                    call.session() == null ? "no session" : "session " + call.session(),
                    call.revision(),
                    outcome.kind(),
                    outcome.error() == null ? "" : " " + outcome.error().code(),
                    outcome.duration().toMillis());
        }
    }

    @Override
    public void onNotification(NotificationInfo notification) {
        if (!notification.known()) {
            LOG.debug("Dropped a notification nobody knows: {}", Excerpts.quote(notification.method()));
        }
    }

    @Override
    public void onRejection(RejectionInfo refusal) {
        LOG.info(
                "Refused over {}{}: {} {} {}",
                refusal.transport(),
                refusal.remoteAddress() == null ? "" : " from " + refusal.remoteAddress(),
                refusal.code(),
                refusal.status() == 0 ? "" : "HTTP " + refusal.status(),
                refusal.reason());
    }
}
