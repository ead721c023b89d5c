package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Words that are passed over after a glance would have changed nothing. */
class GlanceTest {
    private static final String[] BETWEEN = {" ", ", ", "\"", "'", "\u200b ", " \u0456", "-"};

    private final Random random = new Random(5);

    @Test
    void what_is_found_is_the_same_as_when_every_word_is_looked_at() {
        List<String> vocabulary =
                new ArrayList<>(List.of("Ignore", "YOU", "the", "a", "zebra", "Iqnore", "from2", "_", "\u00e9t\u00e9"));
        InstructionPhrases.ALL.all().forEach(phrase -> phrase.slots().stream()
                .map(Phrase.Slot::words)
                .filter(words -> !words.isEmpty())
                .forEach(words -> vocabulary.addAll(Set.copyOf(words))));
        for (int i = 0; i < 3000; i++) {
            String text = text(vocabulary);
            assertThat(found(text, true)).as(text).isEqualTo(found(text, false));
        }
    }

    @Test
    void every_first_word_of_a_phrase_is_minded_in_whatever_case() {
        for (Phrase phrase : InstructionPhrases.ALL.all()) {
            for (String word : phrase.slots().get(0).words()) {
                Words words = new Words(word.toUpperCase(Locale.ROOT) + ".");
                assertThat(words.next()).isTrue();
                assertThat(new PhraseRun(InstructionPhrases.ALL).minds(words.glance()))
                        .as(word)
                        .isTrue();
                assertThat(words.word()).isEqualTo(word);
            }
        }
    }

    private String text(List<String> vocabulary) {
        StringBuilder text = new StringBuilder();
        Phrase phrase = InstructionPhrases.ALL
                .all()
                .get(random.nextInt(InstructionPhrases.ALL.all().size()));
        for (Phrase.Slot slot : phrase.slots()) {
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

    private static List<PhraseRun.Found> found(String text, boolean glancing) {
        List<PhraseRun.Found> found = new ArrayList<>();
        PhraseRun run = new PhraseRun(InstructionPhrases.ALL);
        Words words = new Words(text);
        while (words.next()) {
            if (!glancing || run.minds(words.glance())) {
                run.word(words.word(), words.start());
                found.addAll(run.complete());
            }
        }
        return found;
    }
}
