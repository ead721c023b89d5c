package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Literal markers of {@link PromptInjectionDetector}, found case-insensitively: the rows of {@code
 * injection-markers.txt}.
 */
final class PromptInjectionMarkers {
    private static final int MAX_MATCHES = 20;
    private static final List<String[]> RULES_AND_MARKERS =
            TableReader.readRows("injection-markers.txt", 2).toList();

    private PromptInjectionMarkers() {}

    static List<TextMatch> find(String text) {
        String plain = toLowerCase(text);
        List<TextMatch> matches = new ArrayList<>();
        for (String[] row : RULES_AND_MARKERS) {
            String rule = row[0];
            String marker = row[1];
            int at = plain.indexOf(marker);
            while (at >= 0 && matches.size() < MAX_MATCHES) {
                matches.add(new TextMatch(rule, at, at + marker.length(), "\"" + marker + "\""));
                at = plain.indexOf(marker, at + marker.length());
            }
        }
        matches.sort(Comparator.comparingInt(TextMatch::start));
        return matches;
    }

    /** Converts each character separately, so that all positions stay the same. */
    private static String toLowerCase(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = Character.toLowerCase(chars[i]);
        }
        return new String(chars);
    }
}
