package dev.tenon.guard.content;

import dev.tenon.internal.text.Excerpts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Detects text that instructs a model instead of informing it, by a small set of phrases. It finds simple and copied
 * attacks, not sophisticated ones, and has false positives: by default the guard only warns. The rules:
 *
 * <ul>
 *   <li>{@code instructions.override}: ignore earlier instructions
 *   <li>{@code instructions.secrecy}: hide something from the user
 *   <li>{@code instructions.role}: assume another role or mode
 *   <li>{@code instructions.steering}: use this tool before or instead of others
 *   <li>{@code instructions.exfiltration}: send secrets or the conversation; or names of files with credentials
 *   <li>{@code instructions.markup}: delimiters between the texts of system and user
 * </ul>
 */
public final class PromptInjectionDetector implements TextDetector {
    /** The detector; it has no state. */
    public static final PromptInjectionDetector INSTANCE = new PromptInjectionDetector();

    private static final int MAX_MATCHES = 20;
    private static final Map<String, List<String>> MARKERS_BY_RULE = Map.of(
            "instructions.markup",
            List.of(
                    "<important>",
                    "<system>",
                    "</system>",
                    "<assistant>",
                    "<|im_start|>",
                    "<|im_end|>",
                    "<|system|>",
                    "[inst]",
                    "[/inst]",
                    "<<sys>>",
                    "### instruction"),
            "instructions.exfiltration",
            List.of("~/.ssh/", "~/.aws/credentials", "~/.cursor/mcp.json", "claude_desktop_config.json"));

    /** The first characters of all markers, in lower and upper case: most text contains few of them. */
    private static final BitSet MARKER_STARTS = new BitSet();

    static {
        MARKERS_BY_RULE.values().stream().flatMap(List::stream).forEach(marker -> {
            MARKER_STARTS.set(marker.charAt(0));
            MARKER_STARTS.set(Character.toUpperCase(marker.charAt(0)));
        });
    }

    private PromptInjectionDetector() {}

    /** Returns at most 20 matches of markers, then the matches of phrases. They may overlap. */
    @Override
    public List<TextMatch> find(String text) {
        List<TextMatch> matches = new ArrayList<>(findMarkers(text));
        PhraseMatcher matcher = new PhraseMatcher(PromptInjectionPhrases.ALL);
        WordTokenizer words = new WordTokenizer(text);
        while (words.advanceToNextWord()) {
            if (!matcher.mayAdvance(words.prefilterKey())) {
                continue;
            }
            matcher.acceptWord(words.word(), words.start());
            for (PhraseMatcher.PhraseMatch found : matcher.matchesCompletedByLastWord()) {
                String excerpt = Excerpts.quote(text.substring(found.start(), words.end()));
                matches.add(new TextMatch(found.phrase().ruleName(), found.start(), words.end(), excerpt));
            }
        }
        return matches;
    }

    /** Returns at most 20 matches of markers, case-insensitively, in the order of the text; empty if there are none. */
    private static List<TextMatch> findMarkers(String text) {
        List<TextMatch> matches = new ArrayList<>();
        for (int at = 0; at < text.length() && matches.size() < MAX_MATCHES; at++) {
            if (MARKER_STARTS.get(text.charAt(at))) {
                addMarkersAt(text, at, matches);
            }
        }
        return matches;
    }

    private static void addMarkersAt(String text, int at, List<TextMatch> matches) {
        MARKERS_BY_RULE.forEach((rule, markers) -> {
            for (String marker : markers) {
                if (text.regionMatches(true, at, marker, 0, marker.length())) {
                    matches.add(new TextMatch(rule, at, at + marker.length(), "\"" + marker + "\""));
                }
            }
        });
    }

    /** JSON punctuation ends every word, so each match in a text is also found in the JSON. */
    @Override
    public boolean mayMatch(String json) {
        return !find(json).isEmpty();
    }
}
