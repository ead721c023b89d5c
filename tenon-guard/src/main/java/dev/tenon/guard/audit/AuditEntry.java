package dev.tenon.guard.audit;

import dev.tenon.guard.file.Sha256;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.Ended;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entry of one exchange through the guard. All texts and JSON are already as they may be kept: see {@link AuditContent}.
 *
 * @param time when it began
 * @param who the name of the principal; empty for somebody who did not have to say who he is
 * @param upstream the name of the server behind
 * @param method the method
 * @param name the tool, the prompt or the URI it was about, or null
 */
record AuditEntry(
        Instant time,
        String who,
        String upstream,
        String method,
        @Nullable String name) {
    private static final int MOST_REPORTS = 50;
    private static final int MAX_NOTED_CHARS = 200;
    /** The most characters of a text of a peer in one line. */
    static final int MAX_CHARS = 2048;

    /** What is noted of an exchange while it is under way: an object of {@link CallJournal#MAX_BYTES} bytes at most. */
    Json note() {
        for (int chars = MAX_NOTED_CHARS; ; chars /= 2) {
            JsonWriter out = new JsonWriter().object().field("time", time.toString());
            out.field("who", shortened(who, chars)).field("upstream", shortened(upstream, chars));
            out.field("method", shortened(method, chars)).field("name", name == null ? null : shortened(name, chars));
            Json note = out.endObject().toJson();
            if (note.size() <= CallJournal.MAX_BYTES) {
                return note;
            }
        }
    }

    private static String shortened(String text, int chars) {
        String first = first(text, chars);
        return first.length() == text.length() ? text : first + "...";
    }

    /** The first characters of a text. Cuts no pair of surrogates. */
    private static String first(String text, int chars) {
        boolean isShort = text.codePointCount(0, text.length()) <= chars;
        return isShort ? text : text.substring(0, text.offsetByCodePoints(0, chars));
    }

    /** A text that a peer chose; of a longer one the first {@link #MAX_CHARS} characters, then how many there were and their hash. */
    static String cut(String text) {
        String first = first(text, MAX_CHARS);
        return first.length() == text.length()
                ? text
                : first + "[cut: " + text.codePointCount(0, text.length()) + " characters, sha256 " + Sha256.hex(text)
                        + "]";
    }

    /** What is written when the rest cannot be, for that reason. */
    byte[] withoutContent(Ended how, String why) {
        JsonWriter out = new JsonWriter(512).object();
        note().members().forEach(out::field);
        out.field("verdict", how.verdict().word()).field("noContent", why);
        return times(how, out);
    }

    /**
     * It as a JSON object, without the number and hash that chain it.
     *
     * @param params what was asked, or null when that is left out
     * @param result what came back, result or error, or null when that is left out or nothing came
     * @param reports what policies found
     */
    byte[] toBytes(@Nullable Json params, @Nullable Json result, List<Report> reports, Ended how) {
        JsonWriter out = new JsonWriter(512).object();
        out.field("time", time.toString()).field("who", cut(who)).field("upstream", cut(upstream));
        out.field("method", cut(method))
                .field("name", name == null ? null : cut(name))
                .field("verdict", how.verdict().word());
        if (!reports.isEmpty()) {
            out.name("findings").array();
            reports.stream().limit(MOST_REPORTS).forEach(report -> report(report, out));
            out.endArray();
        }
        out.field("params", params).field("result", result);
        return times(how, out);
    }

    private static byte[] times(Ended how, JsonWriter out) {
        out.field("guardMicros", how.guard().toNanos() / 1000)
                .field("upstreamMicros", how.behind().toNanos() / 1000);
        return out.endObject().finish();
    }

    private static void report(Report report, JsonWriter out) {
        out.object()
                .field("policy", report.policy())
                .field("rule", report.finding().rule());
        out.field("outcome", report.outcome().name().toLowerCase(java.util.Locale.ROOT));
        if (!report.finding().where().isEmpty()) {
            out.field("where", cut(report.finding().where()));
        }
        if (!report.finding().detail().isEmpty()) {
            out.field("detail", cut(report.finding().detail()));
        }
        out.endObject();
    }
}
