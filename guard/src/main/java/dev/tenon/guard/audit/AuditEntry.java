package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The audit entry of one call. All texts and JSON values are already redacted by {@link AuditRedactor}.
 *
 * @param startedAt when the call started
 * @param principal the name of the principal; empty without authentication
 * @param upstream the name of the upstream server
 * @param method the method
 * @param name the tool, the prompt or the URI of the request, or null
 */
record AuditEntry(
        Instant startedAt,
        String principal,
        String upstream,
        String method,
        @Nullable String name) {
    private static final int MAX_REPORTS = 50;
    private static final int MAX_JOURNAL_CHARS = 200;
    /** The maximum number of characters of a peer's text in one line. */
    static final int MAX_CHARS = 2048;

    /**
     * Returns the journal record of the call in progress: an object of at most {@link CallJournal#MAX_BYTES} bytes.
     */
    Json toJournalNote() {
        for (int chars = MAX_JOURNAL_CHARS; ; chars /= 2) {
            JsonWriter out = new JsonWriter().beginObject().field("time", startedAt.toString());
            out.field("who", abbreviate(principal, chars)).field("upstream", abbreviate(upstream, chars));
            out.field("method", abbreviate(method, chars)).field("name", name == null ? null : abbreviate(name, chars));
            Json note = out.endObject().toJson();
            if (note.sizeInBytes() <= CallJournal.MAX_BYTES) {
                return note;
            }
        }
    }

    private static String abbreviate(String text, int chars) {
        String truncated = prefix(text, chars);
        return truncated.length() == text.length() ? text : truncated + "...";
    }

    /** Returns the first characters of a text, without splitting a surrogate pair. */
    private static String prefix(String text, int chars) {
        boolean isShort = text.codePointCount(0, text.length()) <= chars;
        return isShort ? text : text.substring(0, text.offsetByCodePoints(0, chars));
    }

    /**
     * Truncates a text of a peer to {@link #MAX_CHARS} characters; a truncated text has its original length and hash
     * appended.
     */
    static String truncateWithHash(String text) {
        String truncated = prefix(text, MAX_CHARS);
        return truncated.length() == text.length()
                ? text
                : truncated + "[cut: " + text.codePointCount(0, text.length()) + " characters, sha256 "
                        + Sha256.hex(text) + "]";
    }

    /** Returns the line without content, with the reason why the content is missing. */
    byte[] toBytesWithoutContent(CallEnd end, String reason) {
        JsonWriter out = new JsonWriter(512).beginObject();
        toJournalNote().members().forEach(out::field);
        out.field("verdict", end.outcome().label()).field("noContent", reason);
        return finishWithTimes(end, out);
    }

    /**
     * Returns the entry as a JSON object, without sequence number and hash.
     *
     * @param params the redacted params, or null to omit them
     * @param result the redacted result or error, or null to omit it
     * @param reports the redacted findings of policies
     */
    byte[] toBytes(@Nullable Json params, @Nullable Json result, List<FindingReport> reports, CallEnd end) {
        JsonWriter out = new JsonWriter(512).beginObject().field("time", startedAt.toString());
        out.field("who", truncateWithHash(principal)).field("upstream", truncateWithHash(upstream));
        out.field("method", truncateWithHash(method)).field("name", name == null ? null : truncateWithHash(name));
        out.field("verdict", end.outcome().label());
        if (!reports.isEmpty()) {
            out.name("findings").beginArray();
            reports.stream().limit(MAX_REPORTS).forEach(report -> writeReport(report, out));
            out.endArray();
        }
        out.field("params", params).field("result", result);
        return finishWithTimes(end, out);
    }

    private static byte[] finishWithTimes(CallEnd end, JsonWriter out) {
        out.field("guardMicros", end.guardTime().toNanos() / 1000)
                .field("upstreamMicros", end.upstreamTime().toNanos() / 1000);
        return out.endObject().takeBytes();
    }

    private static void writeReport(FindingReport report, JsonWriter out) {
        Finding finding = report.finding();
        out.beginObject().field("policy", report.policy()).field("rule", finding.rule());
        out.field("outcome", report.action().name().toLowerCase(Locale.ROOT));
        out.field("where", finding.path().isEmpty() ? null : truncateWithHash(finding.path()));
        out.field("detail", finding.detail().isEmpty() ? null : truncateWithHash(finding.detail()));
        out.endObject();
    }
}
