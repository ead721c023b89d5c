package dev.tenon.guard.runtime;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.text.Excerpts;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs what policies find: refusals, changed pins and tools that are held back at WARN, everything else at INFO. Of
 * each policy and upstream at most 20 in 10 s; the next one says how many were left out. Of what is in parameters and
 * results the place is logged, and no value: the audit keeps these, if it is configured to.
 */
final class FindingLogger implements FindingListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final String PINS = "pins";
    private static final int MAX_LOGGED = 20;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int MAX_CHARS = 500;
    private static final int MAX_LIMITS = 1000;
    private static final AuditRedactor CONTENT = AuditRedactor.omitAll();

    private final BoundedCache<String, LogRateLimiter> limits =
            BoundedCache.<String, LogRateLimiter>builder(MAX_LIMITS).build();

    @Override
    public void onFinding(PolicyMessage passage, FindingReport report) {
        boolean isWarning = report.action() == FindingReport.PolicyAction.REFUSED
                || report.policy().equals(PINS);
        if (!isWarning && !LOG.isInfoEnabled()) {
            return;
        }
        LogRateLimiter limit = limits.compute(
                report.policy() + " " + passage.upstream() + " " + isWarning,
                known -> known == null ? new LogRateLimiter(MAX_LOGGED, WINDOW) : known);
        long leftOut = limit == null ? 0 : limit.tryAdmit();
        if (leftOut < 0) {
            return;
        }
        String more = leftOut == 0 ? "" : " (" + leftOut + " like it were not logged)";
        LOG.atLevel(isWarning ? Level.WARN : Level.INFO)
                .log(
                        "Policy finding: upstream={}, method={}, who={}, outcome={}, {}{}",
                        passage.upstream(),
                        Excerpts.escapeInvisible(passage.method(), MAX_CHARS),
                        Excerpts.escapeInvisible(passage.caller().name(), MAX_CHARS),
                        report.action(),
                        Excerpts.escapeInvisible(
                                CONTENT.redactFinding(report).finding().toString(), MAX_CHARS),
                        more);
    }
}
