package dev.tenon.guard.audit;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
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
            int maxChars = chars;
            Json note =
                    beginMembers(text -> abbreviate(text, maxChars)).endObject().toJson();
            if (note.sizeInBytes() <= CallJournal.MAX_BYTES) {
                return note;
            }
        }
    }

    /** Writes the start of an object with the members that each call has; its texts are shortened. */
    private JsonWriter beginMembers(UnaryOperator<String> shorten) {
        JsonWriter out = new JsonWriter(512).beginObject().fieldUnlessNull("time", startedAt.toString());
        out.fieldUnlessNull("who", shorten.apply(principal)).fieldUnlessNull("upstream", shorten.apply(upstream));
        out.fieldUnlessNull("method", shorten.apply(method));
        return out.fieldUnlessNull("name", name == null ? null : shorten.apply(name));
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
        if (truncated.length() == text.length()) {
            return text;
        }
        int count = text.codePointCount(0, text.length());
        return truncated + "[cut: " + count + " characters, sha256 " + Sha256.hex(text) + "]";
    }

    /** Returns the line without content, with the reason why the content is missing. */
    byte[] toBytesWithoutContent(CallEnd end, String reason) {
        JsonWriter out = new JsonWriter(512).beginObject();
        toJournalNote().members().forEach(out::fieldUnlessNull);
        out.fieldUnlessNull("verdict", end.outcome().label()).fieldUnlessNull("noContent", reason);
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
        JsonWriter out = beginMembers(AuditEntry::truncateWithHash);
        out.fieldUnlessNull("verdict", end.outcome().label());
        if (!reports.isEmpty()) {
            out.name("findings").beginArray();
            reports.stream().limit(MAX_REPORTS).forEach(report -> writeReport(report, out));
            out.endArray();
        }
        out.fieldUnlessNull("params", params).fieldUnlessNull("result", result);
        return finishWithTimes(end, out);
    }

    private static byte[] finishWithTimes(CallEnd end, JsonWriter out) {
        out.fieldUnlessNull("guardMicros", end.guardTime().toNanos() / 1000);
        out.fieldUnlessNull("upstreamMicros", end.upstreamTime().toNanos() / 1000);
        return out.endObject().takeBytes();
    }

    private static void writeReport(FindingReport report, JsonWriter out) {
        Finding finding = report.finding();
        out.beginObject().fieldUnlessNull("policy", report.policy()).fieldUnlessNull("rule", finding.rule());
        out.fieldUnlessNull("outcome", report.action().name().toLowerCase(Locale.ROOT));
        out.fieldUnlessNull("where", finding.path().isEmpty() ? null : truncateWithHash(finding.path()));
        out.fieldUnlessNull("detail", finding.detail().isEmpty() ? null : truncateWithHash(finding.detail()));
        out.endObject();
    }
}
