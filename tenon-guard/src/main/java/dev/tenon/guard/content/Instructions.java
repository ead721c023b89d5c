package dev.tenon.guard.content;

import dev.tenon.json.Quote;
import java.util.ArrayList;
import java.util.List;

/**
 * Words that speak to a model instead of informing it. A small set of phrases, each under a name; it finds the clumsy and the
 * copied, not the clever, and it errs: the guard only warns of it unless told otherwise. The names:
 *
 * <ul>
 *   <li>{@code instructions.override}: earlier instructions are to be ignored
 *   <li>{@code instructions.secrecy}: the user is not to be told
 *   <li>{@code instructions.role}: the model is to be somebody else, or in another mode
 *   <li>{@code instructions.steering}: this tool is to be used before or instead of others
 *   <li>{@code instructions.exfiltration}: secrets or the conversation are to be sent, or files with credentials are named
 *   <li>{@code instructions.markup}: the marks that separate a system's words from a user's
 * </ul>
 */
public final class Instructions implements TextRule {
    /** The rule; it has no state. */
    public static final Instructions RULE = new Instructions();

    private Instructions() {}

    @Override
    public List<Span> find(String text) {
        List<Span> spans = new ArrayList<>(InstructionMarks.find(text));
        PhraseRun run = new PhraseRun(InstructionPhrases.ALL);
        Words words = new Words(text);
        while (words.next()) {
            if (!run.minds(words.glance())) {
                continue;
            }
            run.word(words.word(), words.start());
            for (PhraseRun.Found found : run.complete()) {
                String said = Quote.shortened(text.substring(found.start(), words.end()));
                spans.add(new Span(found.phrase().rule(), found.start(), words.end(), said));
            }
        }
        return spans;
    }

    /** What is between the texts ends every word, so that what is said in one of them is found here too. */
    @Override
    public boolean mayBeIn(String json) {
        return !find(json).isEmpty();
    }
}
