package dev.tenon.testkit;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds text that no peer may see: class names, exception texts, stack traces. */
final class LeakDetector {
    private static final Pattern LEAK = Pattern.compile(
            "(?i)exception|stack ?trace|caused by|\\.java\\b|\\bat [a-z$_]+\\.[a-z$_.]+\\(|\\bjava\\.|\\bjdk\\.|jackson"
                    + "|\\bnetty|\\bvertx|jakarta|jetty|catalina|tomcat|dev\\.tenon|\\bnull pointer|@[0-9a-f]{6,8}\\b");
    private static final int MAX_MESSAGE_CHARS = 300;

    private LeakDetector() {}

    /** Returns the first internal detail in a text. */
    static Optional<String> findLeak(String text) {
        Matcher matcher = LEAK.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /** Returns the problems of an error message: it must be a single short line for a log. */
    static List<String> messageProblems(String message) {
        boolean plain = message.chars().noneMatch(Character::isISOControl);
        boolean concise = !message.isBlank() && message.length() <= MAX_MESSAGE_CHARS;
        return plain && concise
                ? List.of()
                : List.of("an error message must be a single short line, but is: " + message);
    }
}
