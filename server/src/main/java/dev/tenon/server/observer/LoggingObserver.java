package dev.tenon.server.observer;

import dev.tenon.internal.text.Excerpts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs every request and rejection to SLF4J: caller, method, outcome and duration. Every server has this observer, with
 * the logger {@code dev.tenon.server.calls}: requests at level debug, rejections at info. It never logs params and
 * results, because they can contain confidential data.
 */
public final class LoggingObserver implements ServerObserver {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server.calls");

    /** Creates an observer that logs to {@code dev.tenon.server.calls}. */
    public LoggingObserver() {}

    @Override
    public boolean isObservingRequests() {
        return LOG.isDebugEnabled();
    }

    @Override
    public void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "Request completed: id={}, method={}, target={}, principal={}, session={}, revision={},"
                            + " outcome={}{}, duration={} ms",
                    request.id(),
                    Excerpts.quote(request.method()),
                    request.target() == null ? "none" : Excerpts.quote(request.target()),
                    request.principal() == null
                            ? "none"
                            : Excerpts.quote(request.principal().name()),
                    request.session() == null ? "none" : request.session(),
                    request.revision(),
                    outcome.kind(),
                    outcome.error() == null ? "" : ", code=" + outcome.error().code(),
                    outcome.duration().toMillis());
        }
    }

    @Override
    public void onNotification(NotificationInfo notification) {
        if (!notification.known()) {
            LOG.debug("Dropped an unknown notification: method={}", Excerpts.quote(notification.method()));
        }
    }

    @Override
    public void onRejection(RejectionInfo rejection) {
        LOG.info(
                "Rejected a message: transport={}{}, code={}{}, reason: {}",
                rejection.transport(),
                rejection.remoteAddress() == null ? "" : ", remote=" + rejection.remoteAddress(),
                rejection.code(),
                rejection.status() == 0 ? "" : ", status=" + rejection.status(),
                rejection.reason());
    }
}
