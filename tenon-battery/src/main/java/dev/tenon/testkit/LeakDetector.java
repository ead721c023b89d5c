package dev.tenon.testkit;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for what no peer may ever see: names of classes, texts of exceptions, stack traces. */
final class LeakDetector {
    private static final Pattern LEAK = Pattern.compile(
            "(?i)exception|stack ?trace|caused by|\\.java\\b|\\bat [a-z$_]+\\.[a-z$_.]+\\(|\\bjava\\.|\\bjdk\\.|jackson"
                    + "|\\bnetty|\\bvertx|jakarta|jetty|catalina|tomcat|dev\\.tenon|\\bnull pointer|@[0-9a-f]{6,8}\\b");
    private static final int LONGEST_MESSAGE = 300;

    private LeakDetector() {}

    /** What of the inside of a server shows in this text. */
    static Optional<String> findLeak(String text) {
        Matcher matcher = LEAK.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /** What is wrong with the message of an error: it is for a log, on one line. */
    static List<String> messageProblems(String message) {
        boolean plain = message.chars().noneMatch(Character::isISOControl);
        boolean concise = !message.isBlank() && message.length() <= LONGEST_MESSAGE;
        return plain && concise ? List.of() : List.of("a message is one short line, not: " + message);
    }
}
