package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects secrets by the formats of common providers and by custom ones. The rule of a kind is {@code secrets.} and its
 * name, such as {@code secrets.github-token}. The detector only reads beyond a known prefix, and not further than the
 * maximum length of the format.
 */
public final class SecretDetector implements TextDetector {
    /** Detects the formats of common providers. */
    public static final SecretDetector COMMON = new SecretDetector(List.of());

    private static final int ASCII = 128;

    private final List<List<PrefixedFormat>> byFirst = new ArrayList<>();
    /** The first two characters of the prefixes: {@code first * 128 + second}. */
    private final boolean[] beginnings = new boolean[ASCII * ASCII];

    /** Creates a detector for these formats, which take precedence, and for those of common providers. */
    public SecretDetector(List<CustomSecretFormat> customFormats) {
        for (int i = 0; i < ASCII; i++) {
            byFirst.add(new ArrayList<>());
        }
        customFormats.forEach(secret -> addFormat(secret.toFormat()));
        SecretFormats.ALL.forEach(this::addFormat);
    }

    private record PrefixedFormat(String prefix, SecretFormat format) {}

    private void addFormat(SecretFormat format) {
        format.prefixes().forEach(prefix -> {
            byFirst.get(prefix.charAt(0)).add(new PrefixedFormat(prefix, format));
            int row = prefix.charAt(0) * ASCII;
            if (prefix.length() > 1 && prefix.charAt(1) < ASCII) {
                beginnings[row + prefix.charAt(1)] = true;
            } else {
                Arrays.fill(beginnings, row, row + ASCII, true);
            }
        });
    }

    /** Returns whether a prefix may begin here, judged by two characters; the last character has no successor. */
    private boolean mayStartPrefix(String text, int at) {
        char first = text.charAt(at);
        char second = at + 1 < text.length() ? text.charAt(at + 1) : ASCII;
        return first < ASCII && (second >= ASCII || beginnings[first * ASCII + second]);
    }

    @Override
    public boolean mayMatch(String json) {
        for (int i = 0; i < json.length(); i++) {
            if (mayStartPrefix(json, i) && hasPrefix(json, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasPrefix(String text, int at) {
        for (PrefixedFormat candidate : byFirst.get(text.charAt(at))) {
            if (text.startsWith(candidate.prefix(), at)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<TextMatch> find(String text) {
        List<TextMatch> matches = new ArrayList<>();
        for (int i = 0; i < text.length(); ) {
            TextMatch match = matchAt(text, i);
            if (match == null) {
                i++;
            } else {
                matches.add(match);
                i = match.end();
            }
        }
        return matches;
    }

    private @Nullable TextMatch matchAt(String text, int start) {
        if (!mayStartPrefix(text, start)) {
            return null;
        }
        for (PrefixedFormat candidate : byFirst.get(text.charAt(start))) {
            String prefix = candidate.prefix();
            if (text.startsWith(prefix, start) && isAtWordStart(text, start)) {
                int from = start + prefix.length();
                int end = candidate.format().bodyMatcher().findEnd(text, from);
                if (end >= 0) {
                    return toMatch(candidate, candidate.format().keepsPrefix() ? from : start, end);
                }
            }
        }
        return null;
    }

    /** Returns whether a prefix may begin here: not in the middle of a sequence of letters and digits. */
    private static boolean isAtWordStart(String text, int start) {
        return start == 0
                || !SecretFormats.ALNUM.contains(text.charAt(start))
                || !SecretFormats.ALNUM.contains(text.charAt(start - 1));
    }

    private static TextMatch toMatch(PrefixedFormat found, int start, int end) {
        String detail = "A secret of the kind " + found.format().kind() + ", " + (end - start) + " characters";
        return new TextMatch("secrets." + found.format().kind(), start, end, detail);
    }

    /** Returns the text with every secret replaced by {@code [redacted: kind]}. */
    public String redact(String text) {
        return TextMatch.replaceAll(text, find(text), SecretDetector::replacement);
    }

    static String replacement(TextMatch match) {
        return "[redacted: " + match.ruleName().substring("secrets.".length()) + "]";
    }
}
