package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/** Follows all phrases through a text side by side: for each word, one step for each slot of a phrase that is under way. */
final class PhraseRun {
    private final List<Phrase> phrases;
    private final long[] under;
    private final int[] start;
    private final List<Phrase> complete = new ArrayList<>();

    PhraseRun(List<Phrase> phrases) {
        this.phrases = phrases;
        this.under = new long[phrases.size()];
        this.start = new int[phrases.size()];
    }

    void word(String word, int position) {
        complete.clear();
        for (int p = 0; p < under.length; p++) {
            Phrase phrase = phrases.get(p);
            boolean begins = phrase.slots().get(0).takes(word);
            if (under[p] == 0 && !begins) {
                continue;
            }
            if (under[p] == 0) {
                start[p] = position;
            }
            under[p] = step(phrase, under[p] | 1, word);
            if ((under[p] & 1L << phrase.slots().size()) != 0) {
                complete.add(phrase);
                under[p] = 0;
            }
        }
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
    List<Phrase> complete() {
        return complete;
    }

    /** Where the words of a phrase that is complete began, or shortly before. */
    int startOf(Phrase phrase) {
        return start[phrases.indexOf(phrase)];
    }
}
