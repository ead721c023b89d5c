package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one exchange through the guard. All texts and JSON are already as they may be kept: see {@link
 * AuditRedactor}.
 *
 * @param startedAt when it began
 * @param principal the name of the principal; empty for somebody who did not have to say who he is
 * @param upstream the name of the server behind
 * @param method the method
 * @param name the tool, the prompt or the URI it was about, or null
 */
record AuditEntry(
        Instant startedAt,
        String principal,
        String upstream,
        String method,
        @Nullable String name) {
    private static final int MAX_REPORTS = 50;
    private static final int MAX_NOTED_CHARS = 200;
    /** The most characters of a text of a peer in one line. */
    static final int MAX_CHARS = 2048;

    /** What is noted of an exchange while it is under way: an object of {@link CallJournal#MAX_BYTES} bytes at most. */
    Json toJournalNote() {
        for (int chars = MAX_NOTED_CHARS; ; chars /= 2) {
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
        String first = prefix(text, chars);
        return first.length() == text.length() ? text : first + "...";
    }

    /** The first characters of a text. Cuts no pair of surrogates. */
    private static String prefix(String text, int chars) {
        boolean isShort = text.codePointCount(0, text.length()) <= chars;
        return isShort ? text : text.substring(0, text.offsetByCodePoints(0, chars));
    }

    /**
     * A text that a peer chose; of a longer one the first {@link #MAX_CHARS} characters, then how many there were and
     * their hash.
     */
    static String truncate(String text) {
        String first = prefix(text, MAX_CHARS);
        return first.length() == text.length()
                ? text
                : first + "[cut: " + text.codePointCount(0, text.length()) + " characters, sha256 " + Sha256.hex(text)
                        + "]";
    }

    /** What is written when the rest cannot be, for that reason. */
    byte[] toBytesWithoutContent(CallEnd how, String why) {
        JsonWriter out = new JsonWriter(512).beginObject();
        toJournalNote().members().forEach(out::field);
        out.field("verdict", how.outcome().label()).field("noContent", why);
        return finishWithTimes(how, out);
    }

    /**
     * It as a JSON object, without the number and hash that chain it.
     *
     * @param params what was asked, or null when that is left out
     * @param result what came back, result or error, or null when that is left out or nothing came
     * @param reports what policies found
     */
    byte[] toBytes(@Nullable Json params, @Nullable Json result, List<FindingReport> reports, CallEnd how) {
        JsonWriter out = new JsonWriter(512).beginObject();
        out.field("time", startedAt.toString())
                .field("who", truncate(principal))
                .field("upstream", truncate(upstream));
        out.field("method", truncate(method))
                .field("name", name == null ? null : truncate(name))
                .field("verdict", how.outcome().label());
        if (!reports.isEmpty()) {
            out.name("findings").beginArray();
            reports.stream().limit(MAX_REPORTS).forEach(report -> writeReport(report, out));
            out.endArray();
        }
        out.field("params", params).field("result", result);
        return finishWithTimes(how, out);
    }

    private static byte[] finishWithTimes(CallEnd how, JsonWriter out) {
        out.field("guardMicros", how.guardTime().toNanos() / 1000)
                .field("upstreamMicros", how.upstreamTime().toNanos() / 1000);
        return out.endObject().finish();
    }

    private static void writeReport(FindingReport report, JsonWriter out) {
        out.beginObject()
                .field("policy", report.policy())
                .field("rule", report.finding().rule());
        out.field("outcome", report.action().name().toLowerCase(java.util.Locale.ROOT));
        if (!report.finding().path().isEmpty()) {
            out.field("where", truncate(report.finding().path()));
        }
        if (!report.finding().detail().isEmpty()) {
            out.field("detail", truncate(report.finding().detail()));
        }
        out.endObject();
    }
}
