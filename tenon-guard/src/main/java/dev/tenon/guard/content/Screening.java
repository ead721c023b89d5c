package dev.tenon.guard.content;

import dev.tenon.guard.policy.Finding;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** One look through all texts of a value, with a rule and with what becomes of what it finds. */
final class Screening {
    /** Tokens that go back to their server as they came. */
    private static final Set<String> OPAQUE = Set.of("nextCursor", "requestState", "cursor");

    private static final int MOST_FINDINGS = 20;

    private final TextRule rule;
    /** What a text becomes in which something was found. */
    private final BiFunction<String, List<Span>, String> mending;

    private final String place;
    private final List<Finding> findings = new ArrayList<>();
    private boolean inNames;

    Screening(TextRule rule, BiFunction<String, List<Span>, String> mending, String place) {
        this.rule = rule;
        this.mending = mending;
        this.place = place;
    }

    /** The value as it may pass; the same value when nothing was found. */
    Json look(Json value) {
        return mayFind(value.toString()) ? JsonTexts.changed(value, this::text) : value;
    }

    /** Most messages are seen to have nothing before they are taken apart. What is escaped may be anything. */
    private boolean mayFind(String json) {
        return json.indexOf('\\') >= 0 || rule.mayBeIn(json);
    }

    private String text(String text, String where, boolean name) {
        if (OPAQUE.contains(where)) {
            return text;
        }
        List<Span> spans = rule.find(text);
        if (spans.isEmpty()) {
            return text;
        }
        inNames |= name;
        for (Span span : spans) {
            note(span, text, where);
        }
        return mending.apply(text, spans);
    }

    private void note(Span span, String text, String where) {
        if (findings.size() < MOST_FINDINGS) {
            String detail = span.detail().isEmpty() ? HiddenText.detail(text, span) : span.detail();
            String full = place.isEmpty() ? where : where.isEmpty() ? place : place + "." + where;
            findings.add(new Finding(span.rule(), HiddenText.RULE.stripped(full), detail));
        }
    }

    /** What was found, at most 20 things. */
    List<Finding> findings() {
        return findings;
    }

    /** Whether anything was found in the name of a member. */
    boolean inNames() {
        return inNames;
    }
}
