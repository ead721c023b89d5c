package dev.tenon.guard.content;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Scans all strings and names of members in a JSON value with a detector, and replaces what it finds. */
@SuppressWarnings("ReferenceEquality")
final class ContentMatchReplacer {
    /** Tokens that must return to their server unchanged. */
    private static final Set<String> OPAQUE_FIELDS = Set.of("nextCursor", "requestState", "cursor");

    private static final int MAX_FINDINGS = 20;

    private final TextDetector detector;
    /** Returns the text to use instead of one with matches. */
    private final BiFunction<String, List<TextMatch>, String> replacer;

    private final String basePath;
    private final List<Finding> findings = new ArrayList<>();
    private boolean nameMatch;

    ContentMatchReplacer(TextDetector detector, BiFunction<String, List<TextMatch>, String> replacer, String basePath) {
        this.detector = detector;
        this.replacer = replacer;
        this.basePath = basePath;
    }

    /** Returns a rewrite of a body with the replacements; allows it if nothing was found. */
    PolicyDecision rewriteOrAllow(Json body) {
        Json changed = replaceMatches(body);
        return PolicyDecision.rewriteOrAllow(findings, changed);
    }

    /**
     * Returns the value with the replacements; the same value if nothing was found. Adds what it finds to {@link
     * #findings}.
     */
    Json replaceMatches(Json value) {
        // Most messages are known to contain no match before they are parsed. Text with escapes must always be parsed.
        String json = value.toString();
        return json.indexOf('\\') >= 0 || detector.mayMatch(json) ? replaceMatches(value, "") : value;
    }

    /** Returns the value with the replacements. Unchanged values keep their identity. */
    private Json replaceMatches(Json value, String path) {
        return switch (value.kind()) {
            case STRING -> {
                String text = String.valueOf(value.string());
                String changed = replaceMatchesInText(text, path, false);
                yield changed.equals(text) ? value : Json.of(changed);
            }
            case ARRAY -> replaceMatchesInElements(value, path);
            case OBJECT -> replaceMatchesInMembers(value, path);
            default -> value;
        };
    }

    private Json replaceMatchesInElements(Json array, String path) {
        List<Json> elements = array.elements();
        boolean same = true;
        List<Json> changed = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Json element = replaceMatches(elements.get(i), path + "[" + i + "]");
            same &= element == elements.get(i);
            changed.add(element);
        }
        return same ? array : Json.of(changed);
    }

    /** Also replaces matches in names; a member whose new name already exists is removed. */
    private Json replaceMatchesInMembers(Json object, String path) {
        boolean same = true;
        Map<String, Json> members = new LinkedHashMap<>();
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            String memberPath = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
            String name = replaceMatchesInText(member.getKey(), memberPath, true);
            Json changed = replaceMatches(member.getValue(), memberPath);
            same &= changed == member.getValue() && name.equals(member.getKey());
            members.putIfAbsent(name, changed);
        }
        return same ? object : Json.of(members);
    }

    /** Returns the new text for a string, or for the name of the member at a path such as {@code content[0].text}. */
    private String replaceMatchesInText(String text, String path, boolean isName) {
        if (OPAQUE_FIELDS.contains(path)) {
            return text;
        }
        List<TextMatch> matches = detector.find(text);
        if (matches.isEmpty()) {
            return text;
        }
        nameMatch |= isName;
        matches.forEach(match -> addFinding(match, text, path));
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
    boolean hasFindingInMemberName() {
        return nameMatch;
    }
}
