package dev.tenon.guard.audit;

import dev.tenon.guard.policy.Glob;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of members, and of parameters in URIs, whose values are secret, whatever they are. Case does not count, and
 * {@code authKey} is matched as {@code auth_key} too.
 *
 * @param patterns in lower case
 */
record SecretNameMatcher(List<Glob> patterns) {
    /** What stands for a secret. */
    static final String REDACTED = "[redacted]";

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_-]+");
    private static final Pattern USER_INFO = Pattern.compile("://[^/?#\\s@\"'<>]++@");
    private static final Pattern PARAMETER = Pattern.compile("([?&;#])([^=&;#?\\s\"']{1,100}+)=([^&;#\\s\"']++)");

    /** Whether what has this name is secret. */
    boolean matches(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        String split = HUMP.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
        return isOneOf(plain) || (split.length() > plain.length() && isOneOf(split));
    }

    private boolean isOneOf(String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }

    /** Whether one of the words in a text is such a name. */
    boolean matchesWordIn(String text) {
        return WORD.matcher(text).results().anyMatch(word -> matches(word.group()));
    }

    /** A text whose URIs have no user information, and no values of parameters with such names. */
    String redactUris(String text) {
        if (text.indexOf("://") < 0 && text.indexOf('=') < 0) {
            return text;
        }
        String anonymous = USER_INFO.matcher(text).replaceAll("://" + Matcher.quoteReplacement(REDACTED) + "@");
        return PARAMETER
                .matcher(anonymous)
                .replaceAll(found -> Matcher.quoteReplacement(
                        matches(found.group(2)) ? found.group(1) + found.group(2) + "=" + REDACTED : found.group()));
    }
}
