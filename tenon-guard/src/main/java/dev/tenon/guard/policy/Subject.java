package dev.tenon.guard.policy;

/** The kinds of things that a server offers. */
public enum Subject {
    /** Tools, by name. */
    TOOL("tools", "tool"),
    /** Resources and their templates, by URI. */
    RESOURCE("resources", "resource"),
    /** Prompts, by name. */
    PROMPT("prompts", "prompt");

    private final String plural;
    private final String word;

    Subject(String plural, String word) {
        this.plural = plural;
        this.word = word;
    }

    /** The word for many, as in the configuration: {@code tools}. */
    public String plural() {
        return plural;
    }

    /** The word for one, as in messages: {@code tool}. */
    public String word() {
        return word;
    }
}
