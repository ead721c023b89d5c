package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/** Follows all phrases through a text side by side: for each word, one step for each slot of a phrase that is under way. */
final class PhraseRun {
    private final Phrases phrases;
    /** For each phrase, which of its slots may be filled next, as bits. */
    private final long[] slots;

    private final int[] start;
    private final List<Found> complete = new ArrayList<>();
    /** The phrases that are under way, as bits. */
    private long underWay;

    PhraseRun(Phrases phrases) {
        this.phrases = phrases;
        this.slots = new long[phrases.all().size()];
        this.start = new int[phrases.all().size()];
    }

    /**
     * A phrase that is complete.
     *
     * @param start where its words began, or shortly before
     */
    record Found(Phrase phrase, int start) {}

    /** Whether a word changes anything, as far as its {@link Words#glance} tells. */
    boolean minds(int glance) {
        return underWay != 0 || phrases.mayBegin(glance);
    }

    void word(String word, int position) {
        complete.clear();
        for (long left = underWay | phrases.begunBy(word); left != 0; left &= left - 1) {
            word(Long.numberOfTrailingZeros(left), word, position);
        }
    }

    private void word(int index, String word, int position) {
        Phrase phrase = phrases.all().get(index);
        if (slots[index] == 0) {
            start[index] = position;
        }
        long next = step(phrase, slots[index] | 1, word);
        if ((next & 1L << phrase.slots().size()) != 0) {
            complete.add(new Found(phrase, start[index]));
            next = 0;
        }
        slots[index] = next;
        underWay = next == 0 ? underWay & ~(1L << index) : underWay | 1L << index;
    }

    private static long step(Phrase phrase, long from, String word) {
        long open = phrase.reachable(from);
        long next = 0;
        for (int i = 0; i < phrase.slots().size(); i++) {
            if ((open & 1L << i) != 0 && phrase.slots().get(i).takes(word)) {
                next |= 1L << (i + 1);
            }
        }
        return phrase.reachable(next);
    }

    /** The phrases that the last word made whole. */
    List<Found> complete() {
        return complete;
    }
}
