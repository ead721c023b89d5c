package dev.tenon.guard.audit;

import dev.tenon.guard.policy.Glob;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Matches names of members, and of parameters in URIs, whose values are secret. Not case-sensitive; {@code authKey} is
 * also matched as {@code auth_key}.
 *
 * @param patterns the patterns in lower case
 */
record SecretNameMatcher(List<Glob> patterns) {
    /** The replacement of a secret. */
    static final String REDACTED = "[redacted]";

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_-]+");
    private static final Pattern USER_INFO = Pattern.compile("://[^/?#\\s@\"'<>]++@");
    private static final Pattern PARAMETER = Pattern.compile("([?&;#])([^=&;#?\\s\"']{1,100}+)=([^&;#\\s\"']++)");

    /** Returns whether a name denotes a secret. */
    boolean matches(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        String snakeCase = HUMP.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
        return matchesAnyPattern(lowerCase)
                || (snakeCase.length() > lowerCase.length() && matchesAnyPattern(snakeCase));
    }

    private boolean matchesAnyPattern(String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }

    /** Returns whether a text contains such a name as a word. */
    boolean matchesWordIn(String text) {
        return WORD.matcher(text).results().anyMatch(word -> matches(word.group()));
    }

    /** Redacts user information and values of secret parameters in URIs of a text. */
    String redactUris(String text) {
        if (text.indexOf("://") < 0 && text.indexOf('=') < 0) {
            return text;
        }
        String withoutUserInfo = USER_INFO.matcher(text).replaceAll("://" + Matcher.quoteReplacement(REDACTED) + "@");
        return PARAMETER
                .matcher(withoutUserInfo)
                .replaceAll(match -> Matcher.quoteReplacement(
                        matches(match.group(2)) ? match.group(1) + match.group(2) + "=" + REDACTED : match.group()));
    }
}
