package dev.tenon.guard.content;

import dev.tenon.internal.text.Excerpts;
import java.util.ArrayList;
import java.util.List;

/**
 * Words that speak to a model instead of informing it. A small set of phrases, each under a name; it finds the clumsy
 * and the copied, not the clever, and it errs: the guard only warns of it unless told otherwise. The names:
 *
 * <ul>
 *   <li>{@code instructions.override}: earlier instructions are to be ignored
 *   <li>{@code instructions.secrecy}: the user is not to be told
 *   <li>{@code instructions.role}: the model is to be somebody else, or in another mode
 *   <li>{@code instructions.steering}: this tool is to be used before or instead of others
 *   <li>{@code instructions.exfiltration}: secrets or the conversation are to be sent, or files with credentials are
 *   named
 *   <li>{@code instructions.markup}: the marks that separate a system's words from a user's
 * </ul>
 */
public final class PromptInjectionDetector implements TextDetector {
    /** The rule; it has no state. */
    public static final PromptInjectionDetector INSTANCE = new PromptInjectionDetector();

    private PromptInjectionDetector() {}

    @Override
    public List<TextMatch> find(String text) {
        List<TextMatch> spans = new ArrayList<>(PromptInjectionMarkers.find(text));
        PhraseMatcher run = new PhraseMatcher(PromptInjectionPhrases.ALL);
        WordTokenizer words = new WordTokenizer(text);
        while (words.nextWord()) {
            if (!run.mayAdvance(words.prefilterKey())) {
                continue;
            }
            run.acceptWord(words.word(), words.start());
            for (PhraseMatcher.PhraseMatch found : run.completedMatches()) {
                String said = Excerpts.quote(text.substring(found.start(), words.end()));
                spans.add(new TextMatch(found.phrase().ruleName(), found.start(), words.end(), said));
            }
        }
        return spans;
    }

    /** What is between the texts ends every word, so that what is said in one of them is found here too. */
    @Override
    public boolean mayMatch(String json) {
        return !find(json).isEmpty();
    }
}
