package dev.tenon.guard.content;

import dev.tenon.guard.policy.Finding;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** One look through all texts of a value, with a rule and with what becomes of what it finds. */
final class ContentScanner {
    /** Tokens that go back to their server as they came. */
    private static final Set<String> OPAQUE_FIELDS = Set.of("nextCursor", "requestState", "cursor");

    private static final int MAX_FINDINGS = 20;

    private final TextDetector rule;
    /** What a text becomes in which something was found. */
    private final BiFunction<String, List<TextMatch>, String> replacer;

    private final String place;
    private final List<Finding> findings = new ArrayList<>();
    private boolean nameMatch;

    ContentScanner(TextDetector rule, BiFunction<String, List<TextMatch>, String> mending, String place) {
        this.rule = rule;
        this.replacer = mending;
        this.place = place;
    }

    /** The value as it may pass; the same value when nothing was found. */
    Json scan(Json value) {
        return mayContainMatch(value.toString()) ? JsonTextTransformer.transform(value, this::scanText) : value;
    }

    /** Most messages are seen to have nothing before they are taken apart. What is escaped may be anything. */
    private boolean mayContainMatch(String json) {
        return json.indexOf('\\') >= 0 || rule.mayMatch(json);
    }

    private String scanText(String text, String where, boolean name) {
        if (OPAQUE_FIELDS.contains(where)) {
            return text;
        }
        List<TextMatch> spans = rule.find(text);
        if (spans.isEmpty()) {
            return text;
        }
        nameMatch |= name;
        for (TextMatch span : spans) {
            addFindings(span, text, where);
        }
        return replacer.apply(text, spans);
    }

    private void addFindings(TextMatch span, String text, String where) {
        if (findings.size() < MAX_FINDINGS) {
            String detail = span.detail().isEmpty() ? HiddenTextDetector.describe(text, span) : span.detail();
            String full = place.isEmpty() ? where : where.isEmpty() ? place : place + "." + where;
            findings.add(new Finding(span.ruleName(), HiddenTextDetector.INSTANCE.strip(full), detail));
        }
    }

    /** What was found, at most 20 things. */
    List<Finding> findings() {
        return findings;
    }

    /** Whether anything was found in the name of a member. */
    boolean hasNameMatch() {
        return nameMatch;
    }
}
