package dev.tenon.guard.policy;

/**
 * One thing that a policy found. It may quote values of parameters and results: the log leaves these out, and the audit
 * keeps of them what it is configured to.
 *
 * @param rule the name of the rule, such as {@code tools.deny} or {@code secrets.github-token}
 * @param path the place in the body, such as {@code tools[2].description}; empty for the message as a whole
 * @param detail what was found, in a sentence for whoever runs the guard
 */
public record Finding(String rule, String path, String detail) {
    /** About the message as a whole. */
    public static Finding of(String rule, String detail) {
        return new Finding(rule, "", detail);
    }

    @Override
    public String toString() {
        return rule + (path.isEmpty() ? "" : " at " + path) + (detail.isEmpty() ? "" : ": " + detail);
    }
}
