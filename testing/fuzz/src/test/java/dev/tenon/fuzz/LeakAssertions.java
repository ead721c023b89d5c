package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/** Checks that messages to a peer reveal no internals. */
final class LeakAssertions {
    private static final int MAX_CHARS = 600;
    private static final List<String> INTERNALS =
            List.of("Exception", "java.", "tools.jackson", "dev.tenon", "com.networknt", "StackOverflow", "\tat ");

    private final String input;

    /** Ignores words that the input itself contains. */
    LeakAssertions(byte[] input) {
        this.input = new String(input, ISO_8859_1);
    }

    /** Fails if an error message reveals internals or is too long for a log. */
    void assertNone(String message) {
        FuzzAssertions.assertTrue(
                message.length() <= MAX_CHARS, () -> "message of " + message.length() + " characters");
        for (String word : INTERNALS) {
            FuzzAssertions.assertTrue(
                    !message.contains(word) || input.contains(word), () -> "message reveals internals: " + message);
        }
    }
}
