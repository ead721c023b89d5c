package dev.tenon.guard.audit;

import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One exchange through the guard. Params and results are already as they may be kept: see {@link AuditContent}.
 *
 * @param time when it began
 * @param who the name of the principal; empty for somebody who did not have to say who he is
 * @param upstream the name of the server behind
 * @param method the method
 * @param name the tool, the prompt or the URI it was about, or null
 * @param params what was asked, or null when that is left out
 * @param result what came back, result or error, or null when that is left out or nothing came
 * @param verdict what became of it
 * @param reports what policies found
 * @param guard the time spent in the guard
 * @param behind the time spent waiting for the server behind
 */
public record AuditEntry(
        Instant time,
        String who,
        String upstream,
        String method,
        @Nullable String name,
        @Nullable Json params,
        @Nullable Json result,
        CallVerdict verdict,
        List<Report> reports,
        Duration guard,
        Duration behind) {
    private static final int MOST_REPORTS = 50;

    public AuditEntry {
        reports = List.copyOf(reports);
    }

    /** It as a JSON object, without the number and hash that chain it. */
    byte[] toBytes() {
        JsonWriter out = new JsonWriter(512).object();
        out.field("time", time.toString()).field("who", who).field("upstream", upstream);
        out.field("method", method).field("name", name).field("verdict", verdict.word());
        if (!reports.isEmpty()) {
            out.name("findings").array();
            reports.stream().limit(MOST_REPORTS).forEach(report -> report(report, out));
            out.endArray();
        }
        out.field("params", params).field("result", result);
        out.field("guardMicros", guard.toNanos() / 1000).field("upstreamMicros", behind.toNanos() / 1000);
        return out.endObject().finish();
    }

    private static void report(Report report, JsonWriter out) {
        out.object()
                .field("policy", report.policy())
                .field("rule", report.finding().rule());
        out.field("outcome", report.outcome().name().toLowerCase(java.util.Locale.ROOT));
        if (!report.finding().where().isEmpty()) {
            out.field("where", report.finding().where());
        }
        out.field("detail", report.finding().detail()).endObject();
    }
}
