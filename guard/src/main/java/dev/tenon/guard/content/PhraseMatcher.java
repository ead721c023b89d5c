package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Matches all phrases against a text at the same time: for each word, one step for each slot of a partially matched
 * phrase.
 */
final class PhraseMatcher {
    private final PhraseSet phrases;
    /** For each phrase, the slots that may be filled next, as bits. */
    private final long[] slots;

    private final int[] starts;
    private final List<PhraseMatch> completed = new ArrayList<>();
    /** The partially matched phrases, as bits. */
    private long activePhrases;

    PhraseMatcher(PhraseSet phrases) {
        this.phrases = phrases;
        this.slots = new long[phrases.all().size()];
        this.starts = new int[phrases.all().size()];
    }

    /**
     * A phrase that matched.
     *
     * @param phrase the phrase
     * @param start the position of its first word, or shortly before
     */
    record PhraseMatch(Phrase phrase, int start) {}

    /** Returns whether a word can change the state, judged by its {@link WordTokenizer#prefilterKey}. */
    boolean mayAdvance(int prefilterKey) {
        return activePhrases != 0 || phrases.mayStartWith(prefilterKey);
    }

    void acceptWord(String word, int position) {
        completed.clear();
        for (long left = activePhrases | phrases.startingWith(word); left != 0; left &= left - 1) {
            acceptWord(Long.numberOfTrailingZeros(left), word, position);
        }
    }

    private void acceptWord(int index, String word, int position) {
        Phrase phrase = phrases.all().get(index);
        if (slots[index] == 0) {
            starts[index] = position;
        }
        long next = nextSlots(phrase, slots[index] | 1, word);
        if ((next & 1L << phrase.slots().size()) != 0) {
            completed.add(new PhraseMatch(phrase, starts[index]));
            next = 0;
        }
        slots[index] = next;
        activePhrases = next == 0 ? activePhrases & ~(1L << index) : activePhrases | 1L << index;
    }

    private static long nextSlots(Phrase phrase, long from, String word) {
        long open = phrase.reachableSlots(from);
        long next = 0;
        for (int i = 0; i < phrase.slots().size(); i++) {
            if ((open & 1L << i) != 0 && phrase.slots().get(i).accepts(word)) {
                next |= 1L << (i + 1);
            }
        }
        return phrase.reachableSlots(next);
    }

    /** Returns the phrases that the last word completed. */
    List<PhraseMatch> matchesCompletedByLastWord() {
        return completed;
    }
}
