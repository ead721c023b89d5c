package dev.tenon.schema.internal.explain;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats lists in a sentence. */
final class WordListFormatter {
    private WordListFormatter() {}

    /** Joins words: {@code a}, {@code a or b}, {@code a, b or c}. */
    static String joinWithOr(List<String> words) {
        int last = words.size() - 1;
        return last <= 0
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    /** Joins the first words that fit in some 300 characters, and appends the number of omitted words. */
    static String joinAbbreviated(List<String> words) {
        int remainingChars = 300;
        int count = 0;
        while (count < words.size() && remainingChars > 0) {
            remainingChars -= words.get(count++).length() + 2;
        }
        return count == words.size()
                ? joinWithOr(words)
                : String.join(", ", words.subList(0, count)) + " and " + (words.size() - count) + " more";
    }

    static String joinNumbered(List<String> sentences) {
        return IntStream.range(0, sentences.size())
                .mapToObj(i -> "(" + (i + 1) + ") " + sentences.get(i))
                .collect(Collectors.joining(" "));
    }

    /** Puts an article before the name of a type, except before null. */
    static String addArticle(String noun) {
        return noun.equals("null") ? noun : ("aeio".indexOf(noun.charAt(0)) >= 0 ? "an " : "a ") + noun;
    }
}
