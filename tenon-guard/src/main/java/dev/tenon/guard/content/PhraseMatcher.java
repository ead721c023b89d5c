package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows all phrases through a text side by side: for each word, one step for each slot of a phrase that is under way.
 */
final class PhraseMatcher {
    private final PhraseSet phrases;
    /** For each phrase, which of its slots may be filled next, as bits. */
    private final long[] slots;

    private final int[] start;
    private final List<PhraseMatch> completed = new ArrayList<>();
    /** The phrases that are under way, as bits. */
    private long activePhrases;

    PhraseMatcher(PhraseSet phrases) {
        this.phrases = phrases;
        this.slots = new long[phrases.all().size()];
        this.start = new int[phrases.all().size()];
    }

    /**
     * A phrase that is complete.
     *
     * @param start where its words began, or shortly before
     */
    record PhraseMatch(Phrase phrase, int start) {}

    /** Whether a word changes anything, as far as its {@link WordTokenizer#prefilterKey} tells. */
    boolean mayAdvance(int glance) {
        return activePhrases != 0 || phrases.mayStartWith(glance);
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
            start[index] = position;
        }
        long next = nextSlots(phrase, slots[index] | 1, word);
        if ((next & 1L << phrase.slots().size()) != 0) {
            completed.add(new PhraseMatch(phrase, start[index]));
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

    /** The phrases that the last word made whole. */
    List<PhraseMatch> completedMatches() {
        return completed;
    }
}
