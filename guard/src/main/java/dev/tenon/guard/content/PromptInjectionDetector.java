package dev.tenon.guard.content;

import dev.tenon.internal.text.Excerpts;
import java.util.ArrayList;
import java.util.List;

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

    private PromptInjectionDetector() {}

    /** Returns at most 20 matches of markers, then the matches of phrases. They may overlap. */
    @Override
    public List<TextMatch> find(String text) {
        List<TextMatch> matches = new ArrayList<>(PromptInjectionMarkers.find(text));
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

    /** JSON punctuation ends every word, so each match in a text is also found in the JSON. */
    @Override
    public boolean mayMatch(String json) {
        return !find(json).isEmpty();
    }
}
