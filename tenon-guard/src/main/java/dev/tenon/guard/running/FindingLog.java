package dev.tenon.guard.running;

import dev.tenon.concurrent.BoundedCache;
import dev.tenon.concurrent.LogLimit;
import dev.tenon.guard.audit.AuditContent;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import dev.tenon.json.Quote;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs what policies find: refusals, changed pins and tools that are held back at WARN, everything else at INFO. Of each policy and
 * upstream at most 20 in 10 s; the next one says how many were left out. Of what is in parameters and results the place is logged, and no
 * value: the audit keeps these, if it is configured to.
 */
final class FindingLog implements Findings {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final String PINS = "pins";
    private static final int MOST = 20;
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final int MAX_CHARS = 500;
    private static final int MAX_LIMITS = 1000;
    private static final AuditContent CONTENT = AuditContent.nothing();

    private final BoundedCache<String, LogLimit> limits =
            BoundedCache.<String, LogLimit>builder(MAX_LIMITS).build();

    @Override
    public void found(Passage passage, Report report) {
        boolean isWarning =
                report.outcome() == Report.Outcome.REFUSED || report.policy().equals(PINS);
        if (!isWarning && !LOG.isInfoEnabled()) {
            return;
        }
        LogLimit limit = limits.compute(
                report.policy() + " " + passage.upstream() + " " + isWarning,
                known -> known == null ? new LogLimit(MOST, SPAN) : known);
        long leftOut = limit == null ? 0 : limit.admit();
        if (leftOut < 0) {
            return;
        }
        String more = leftOut == 0 ? "" : " (" + leftOut + " like it were not logged)";
        LOG.atLevel(isWarning ? Level.WARN : Level.INFO)
                .log(
                        "Policy finding: upstream={}, method={}, who={}, outcome={}, {}{}",
                        passage.upstream(),
                        Quote.visible(passage.method(), MAX_CHARS),
                        Quote.visible(passage.caller().name(), MAX_CHARS),
                        report.outcome(),
                        Quote.visible(CONTENT.finding(report).finding().toString(), MAX_CHARS),
                        more);
    }
}
