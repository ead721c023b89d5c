package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Literal markers of {@link PromptInjectionDetector}, found case-insensitively. */
final class PromptInjectionMarkers {
    private static final String MARKUP = "instructions.markup";
    private static final String FILES = "instructions.exfiltration";
    private static final int MAX_MATCHES = 20;

    private static final Map<String, String> RULES = Map.ofEntries(
            Map.entry("<important>", MARKUP),
            Map.entry("<system>", MARKUP),
            Map.entry("</system>", MARKUP),
            Map.entry("<assistant>", MARKUP),
            Map.entry("<|im_start|>", MARKUP),
            Map.entry("<|im_end|>", MARKUP),
            Map.entry("<|system|>", MARKUP),
            Map.entry("[inst]", MARKUP),
            Map.entry("[/inst]", MARKUP),
            Map.entry("<<sys>>", MARKUP),
            Map.entry("### instruction", MARKUP),
            Map.entry("~/.ssh/", FILES),
            Map.entry("~/.aws/credentials", FILES),
            Map.entry("~/.cursor/mcp.json", FILES),
            Map.entry("claude_desktop_config.json", FILES));

    private PromptInjectionMarkers() {}

    /** Returns at most 20 matches in the order of the text; empty if there are none. */
    static List<TextMatch> find(String text) {
        String plain = toLowerCase(text);
        List<TextMatch> matches = new ArrayList<>();
        RULES.forEach((marker, rule) -> {
            int at = plain.indexOf(marker);
            while (at >= 0 && matches.size() < MAX_MATCHES) {
                matches.add(new TextMatch(rule, at, at + marker.length(), "\"" + marker + "\""));
                at = plain.indexOf(marker, at + marker.length());
            }
        });
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
