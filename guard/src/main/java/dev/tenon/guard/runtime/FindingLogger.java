package dev.tenon.guard.runtime;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.text.Excerpts;
import java.time.Duration;
import org.slf4j.event.Level;

/**
 * Logs findings of policies: rejections and pin findings at WARN, all others at INFO. Logs at most 20 per policy and
 * upstream in 10 s; the next line has the number of suppressed ones. For findings in parameters and results it logs the
 * location but no value; the audit can record values.
 */
final class FindingLogger implements FindingListener {
    private static final String PINS = "pins";
    private static final int MAX_LOGGED = 20;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int MAX_CHARS = 500;
    private static final int MAX_LIMITS = 1000;
    private static final AuditRedactor CONTENT = AuditRedactor.omitAll();

    private final BoundedCache<String, LogRateLimiter> limits = BoundedCache.ofSize(MAX_LIMITS);

    @Override
    public void onFinding(PolicyMessage message, FindingReport report) {
        boolean isWarning = report.action() == FindingReport.PolicyAction.REFUSED
                || report.policy().equals(PINS);
        if (!isWarning && !LOG.isInfoEnabled()) {
            return;
        }
        LogRateLimiter limit = limits.compute(
                report.policy() + " " + message.upstream() + " " + isWarning,
                existing -> existing == null ? new LogRateLimiter(MAX_LOGGED, WINDOW) : existing);
        long suppressed = limit == null ? 0 : limit.admitAndTakeSuppressed();
        if (suppressed < 0) {
            return;
        }
        String suffix = suppressed == 0 ? "" : " (" + suppressed + " similar findings were not logged)";
        String text = "Policy finding: upstream={}, method={}, caller={}, outcome={}, {}{}";
        String method = Excerpts.escapeInvisible(message.method(), MAX_CHARS);
        String caller = Excerpts.escapeInvisible(message.caller().name(), MAX_CHARS);
        String finding = CONTENT.redactFinding(report).finding().toString();
        String escaped = Excerpts.escapeInvisible(finding, MAX_CHARS);
        LOG.atLevel(isWarning ? Level.WARN : Level.INFO)
                .log(text, message.upstream(), method, caller, report.action(), escaped, suffix);
    }
}
