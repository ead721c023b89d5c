package dev.tenon.guard.policy;

import java.util.Set;

/** The kinds of things that a server offers. */
public enum FeatureKind {
    /** Tools, by name. */
    TOOL("tools", "tool", "tools/call"),
    /** Resources and their templates, by URI. */
    RESOURCE("resources", "resource", "resources/read", "resources/subscribe", "notifications/resources/updated"),
    /** Prompts, by name. */
    PROMPT("prompts", "prompt", "prompts/get");

    private final String plural;
    private final String word;
    private final Set<String> methods;

    FeatureKind(String plural, String word, String... methods) {
        this.plural = plural;
        this.word = word;
        this.methods = Set.of(methods);
    }

    /** Whether the params of a method have the name or URI of one of these. */
    public boolean isReferencedBy(String method) {
        return methods.contains(method);
    }

    /** The word for many, as in the configuration: {@code tools}. */
    public String plural() {
        return plural;
    }

    /** The word for one, as in messages: {@code tool}. */
    public String singular() {
        return word;
    }
}
