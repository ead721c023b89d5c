package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Secrets, by the formats of common providers and by those that the configuration adds. The rule of a kind is {@code
 * secrets.} and its name: {@code secrets.github-token}. A place is looked at only where a known prefix is, and then no
 * further than that format may be long.
 */
public final class SecretDetector implements TextDetector {
    /** The formats of common providers. */
    public static final SecretDetector COMMON = new SecretDetector(List.of());

    private static final int ASCII = 128;

    private final List<List<PrefixedFormat>> byFirst = new ArrayList<>();
    /** Which two characters prefixes begin with: {@code first * 128 + second}. */
    private final boolean[] beginnings = new boolean[ASCII * ASCII];

    /** The formats of common providers, and one's own, which come first. */
    public SecretDetector(List<CustomSecretFormat> own) {
        for (int i = 0; i < ASCII; i++) {
            byFirst.add(new ArrayList<>());
        }
        own.forEach(secret -> addFormat(secret.toFormat()));
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

    /** Whether a prefix may begin here, as far as two characters tell; the last one has none behind it. */
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
        List<TextMatch> spans = new ArrayList<>();
        for (int i = 0; i < text.length(); ) {
            TextMatch span = matchAt(text, i);
            if (span == null) {
                i++;
            } else {
                spans.add(span);
                i = span.end();
            }
        }
        return spans;
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

    /** Whether a prefix may begin here: a word goes on where a letter or digit is on both sides. */
    private static boolean isAtWordStart(String text, int start) {
        return start == 0
                || !AsciiCharacterSet.ALNUM.contains(text.charAt(start))
                || !AsciiCharacterSet.ALNUM.contains(text.charAt(start - 1));
    }

    private static TextMatch toMatch(PrefixedFormat found, int start, int end) {
        String detail = "A secret of the kind " + found.format().kind() + ", " + (end - start) + " characters";
        return new TextMatch("secrets." + found.format().kind(), start, end, detail);
    }

    /** The text with every secret replaced by {@code [redacted: kind]}. */
    public String redact(String text) {
        return TextMatch.replaceAll(text, find(text), SecretDetector::replacement);
    }

    static String replacement(TextMatch span) {
        return "[redacted: " + span.ruleName().substring("secrets.".length()) + "]";
    }
}
