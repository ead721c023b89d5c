package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Marks of {@link PromptInjectionDetector} that are no words: found as they stand, in any case. */
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

    static List<TextMatch> find(String text) {
        String plain = toLowerCase(text);
        List<TextMatch> spans = new ArrayList<>();
        RULES.forEach((mark, rule) -> {
            int at = plain.indexOf(mark);
            while (at >= 0 && spans.size() < MAX_MATCHES) {
                spans.add(new TextMatch(rule, at, at + mark.length(), "\"" + mark + "\""));
                at = plain.indexOf(mark, at + mark.length());
            }
        });
        spans.sort(Comparator.comparingInt(TextMatch::start));
        return spans;
    }

    /** In lower case, each character for itself: no place in the text moves. */
    private static String toLowerCase(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = Character.toLowerCase(chars[i]);
        }
        return new String(chars);
    }
}
