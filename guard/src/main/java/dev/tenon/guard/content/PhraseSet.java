package dev.tenon.guard.content;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Phrases that are matched at the same time, indexed by their first words: most words begin no phrase. */
final class PhraseSet {
    private static final int MAX_PHRASES = 64;

    private final List<Phrase> all;
    private final Map<String, Long> byFirstWord = new HashMap<>();
    private final BitSet prefilterKeys = new BitSet();

    /** Creates a set of at most 64 phrases, each of which begins with a specific word. */
    PhraseSet(List<Phrase> phrases) {
        all = List.copyOf(phrases);
        if (all.size() > MAX_PHRASES) {
            throw new IllegalArgumentException("At most " + MAX_PHRASES + " phrases, not " + all.size());
        }
        for (int i = 0; i < all.size(); i++) {
            Phrase.WordSlot first = all.get(i).slots().get(0);
            if (first.words().isEmpty() || first.optional()) {
                throw new IllegalArgumentException("A phrase begins with a word: " + all.get(i));
            }
            long bit = 1L << i;
            first.words().forEach(word -> {
                byFirstWord.merge(word, bit, (some, more) -> some | more);
                prefilterKeys.set(WordTokenizer.prefilterKey(word.charAt(0), word.length()));
            });
        }
    }

    /** Returns the phrases, each at its index. */
    List<Phrase> all() {
        return all;
    }

    /** Returns whether a phrase may begin with a word, judged by its {@link WordTokenizer#prefilterKey}. */
    boolean mayStartWith(int prefilterKey) {
        return prefilterKey < 0 || prefilterKeys.get(prefilterKey);
    }

    /** Returns the phrases that begin with this word, each as the bit of its index. */
    long startingWith(String word) {
        return byFirstWord.getOrDefault(word, 0L);
    }
}
