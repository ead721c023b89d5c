package dev.tenon.guard.policy;

/**
 * A violation that a policy found. It may quote values of parameters and results: the log omits them, and the audit log
 * keeps them as configured.
 *
 * @param rule the name of the rule, such as {@code tools.deny} or {@code secrets.github-token}
 * @param path the path in the body, such as {@code tools[2].description}; empty for the message as a whole
 * @param detail a sentence for the operator of the guard that says what was found
 */
public record Finding(String rule, String path, String detail) {
    /** Returns a finding about the message as a whole. */
    public static Finding of(String rule, String detail) {
        return new Finding(rule, "", detail);
    }

    @Override
    public String toString() {
        return rule + (path.isEmpty() ? "" : " at " + path) + (detail.isEmpty() ? "" : ": " + detail);
    }
}
