package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Words that are passed over after a glance would have changed nothing. */
class WordPrefilterTest {
    private static final String[] BETWEEN = {" ", ", ", "\"", "'", "\u200b ", " \u0456", "-"};

    private final Random random = new Random(5);

    @Test
    void what_is_found_is_the_same_as_when_every_word_is_looked_at() {
        List<String> vocabulary =
                new ArrayList<>(List.of("Ignore", "YOU", "the", "a", "zebra", "Iqnore", "from2", "_", "\u00e9t\u00e9"));
        PromptInjectionPhrases.ALL.all().forEach(phrase -> phrase.slots().stream()
                .map(Phrase.WordSlot::words)
                .filter(words -> !words.isEmpty())
                .forEach(words -> vocabulary.addAll(Set.copyOf(words))));
        for (int i = 0; i < 3000; i++) {
            String text = text(vocabulary);
            assertThat(found(text, true)).as(text).isEqualTo(found(text, false));
        }
    }

    @Test
    void every_first_word_of_a_phrase_is_minded_in_whatever_case() {
        for (Phrase phrase : PromptInjectionPhrases.ALL.all()) {
            for (String word : phrase.slots().get(0).words()) {
                WordTokenizer words = new WordTokenizer(word.toUpperCase(Locale.ROOT) + ".");
                assertThat(words.nextWord()).isTrue();
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
                text.append(BETWEEN[random.nextInt(10) == 0 ? random.nextInt(BETWEEN.length) : 0]);
            }
        }
        return text.toString();
    }

    private static List<PhraseMatcher.PhraseMatch> found(String text, boolean glancing) {
        List<PhraseMatcher.PhraseMatch> found = new ArrayList<>();
        PhraseMatcher run = new PhraseMatcher(PromptInjectionPhrases.ALL);
        WordTokenizer words = new WordTokenizer(text);
        while (words.nextWord()) {
            if (!glancing || run.mayAdvance(words.prefilterKey())) {
                run.acceptWord(words.word(), words.start());
                found.addAll(run.completedMatches());
            }
        }
        return found;
    }
}
