package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/** What a peer must never see. */
final class LeakAssertions {
    private static final int LONGEST = 600;
    private static final List<String> INSIDE =
            List.of("Exception", "java.", "tools.jackson", "dev.tenon", "com.networknt", "StackOverflow", "\tat ");

    private final String input;

    /** Looks for what does not stand in this input itself. */
    LeakAssertions(byte[] input) {
        this.input = new String(input, ISO_8859_1);
    }

    /** Fails when the message of an error shows the inside of the program, or is too long to log. */
    void assertNone(String message) {
        FuzzAssertions.assertTrue(message.length() <= LONGEST, () -> "message of " + message.length() + " characters");
        for (String word : INSIDE) {
            FuzzAssertions.assertTrue(
                    !message.contains(word) || input.contains(word), () -> "message shows the inside: " + message);
        }
    }
}
