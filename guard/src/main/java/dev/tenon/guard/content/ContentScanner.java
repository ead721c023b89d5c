package dev.tenon.guard.content;

import dev.tenon.guard.policy.Finding;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Scans all texts of a JSON value with a detector, and replaces what it finds. */
final class ContentScanner {
    /** Tokens that must return to their server unchanged. */
    private static final Set<String> OPAQUE_FIELDS = Set.of("nextCursor", "requestState", "cursor");

    private static final int MAX_FINDINGS = 20;

    private final TextDetector detector;
    /** Returns the text to use instead of one with matches. */
    private final BiFunction<String, List<TextMatch>, String> replacer;

    private final String basePath;
    private final List<Finding> findings = new ArrayList<>();
    private boolean nameMatch;

    ContentScanner(TextDetector detector, BiFunction<String, List<TextMatch>, String> replacer, String basePath) {
        this.detector = detector;
        this.replacer = replacer;
        this.basePath = basePath;
    }

    /** Returns the value with the replacements; the same value if nothing was found. */
    Json replaceMatches(Json value) {
        return mayContainMatch(value.toString())
                ? JsonTextTransformer.transform(value, this::replaceMatchesInText)
                : value;
    }

    /** Most messages are known to contain no match before they are parsed. Text with escapes must always be parsed. */
    private boolean mayContainMatch(String json) {
        return json.indexOf('\\') >= 0 || detector.mayMatch(json);
    }

    private String replaceMatchesInText(String text, String path, boolean isName) {
        if (OPAQUE_FIELDS.contains(path)) {
            return text;
        }
        List<TextMatch> matches = detector.find(text);
        if (matches.isEmpty()) {
            return text;
        }
        nameMatch |= isName;
        for (TextMatch match : matches) {
            addFinding(match, text, path);
        }
        return replacer.apply(text, matches);
    }

    private void addFinding(TextMatch match, String text, String path) {
        if (findings.size() < MAX_FINDINGS) {
            String detail = match.detail().isEmpty() ? HiddenTextDetector.describe(text, match) : match.detail();
            String fullPath = basePath.isEmpty() ? path : path.isEmpty() ? basePath : basePath + "." + path;
            findings.add(new Finding(match.ruleName(), HiddenTextDetector.INSTANCE.strip(fullPath), detail));
        }
    }

    /** Returns what was found, at most 20 findings. */
    List<Finding> findings() {
        return findings;
    }

    /** Returns whether anything was found in the name of a member. */
    boolean hasNameMatch() {
        return nameMatch;
    }
}
