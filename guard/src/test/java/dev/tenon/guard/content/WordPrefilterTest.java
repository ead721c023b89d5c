package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The words that the prefilter skips do not change the result. */
class WordPrefilterTest {
    private static final String[] SEPARATORS = {" ", ", ", "\"", "'", "\u200b ", " \u0456", "-"};

    private final Random random = new Random(5);

    @Test
    void the_prefilter_does_not_change_the_matches() {
        List<String> vocabulary =
                new ArrayList<>(List.of("Ignore", "YOU", "the", "a", "zebra", "Iqnore", "from2", "_", "\u00e9t\u00e9"));
        PromptInjectionPhrases.ALL.all().forEach(phrase -> phrase.slots().stream()
                .map(Phrase.WordSlot::words)
                .filter(words -> !words.isEmpty())
                .forEach(words -> vocabulary.addAll(Set.copyOf(words))));
        for (int i = 0; i < 3000; i++) {
            String text = text(vocabulary);
            assertThat(findMatches(text, true)).as(text).isEqualTo(findMatches(text, false));
        }
    }

    @Test
    void every_first_word_of_a_phrase_passes_the_prefilter_in_any_case() {
        for (Phrase phrase : PromptInjectionPhrases.ALL.all()) {
            for (String word : phrase.slots().get(0).words()) {
                WordTokenizer words = new WordTokenizer(word.toUpperCase(Locale.ROOT) + ".");
                assertThat(words.advanceToNextWord()).isTrue();
                assertThat(new PhraseMatcher(PromptInjectionPhrases.ALL).mayAdvance(words.prefilterKey()))
                        .as(word)
                        .isTrue();
                assertThat(words.word()).isEqualTo(word);
            }
        }
    }

    private String text(List<String> vocabulary) {
        StringBuilder text = new StringBuilder();
        Phrase phrase = PromptInjectionPhrases.ALL
                .all()
                .get(random.nextInt(PromptInjectionPhrases.ALL.all().size()));
        for (Phrase.WordSlot slot : phrase.slots()) {
            if (random.nextInt(8) == 0) {
                text.append(vocabulary.get(random.nextInt(vocabulary.size()))).append(' ');
            }
            if (!slot.optional() || random.nextBoolean()) {
                List<String> words = slot.words().isEmpty() ? vocabulary : List.copyOf(slot.words());
                text.append(words.get(random.nextInt(words.size())));
                text.append(SEPARATORS[random.nextInt(10) == 0 ? random.nextInt(SEPARATORS.length) : 0]);
            }
        }
        return text.toString();
    }

    private static List<PhraseMatcher.PhraseMatch> findMatches(String text, boolean usePrefilter) {
        List<PhraseMatcher.PhraseMatch> matches = new ArrayList<>();
        PhraseMatcher matcher = new PhraseMatcher(PromptInjectionPhrases.ALL);
        WordTokenizer words = new WordTokenizer(text);
        while (words.advanceToNextWord()) {
            if (!usePrefilter || matcher.mayAdvance(words.prefilterKey())) {
                matcher.acceptWord(words.word(), words.start());
                matches.addAll(matcher.matchesCompletedByLastWord());
            }
        }
        return matches;
    }
}
