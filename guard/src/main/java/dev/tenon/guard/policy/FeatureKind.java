package dev.tenon.guard.policy;

import java.util.Set;

/** The kinds of features that a server offers. */
public enum FeatureKind {
    /** Tools, by name. */
    TOOL("tools", "tool", "tools/call"),
    /** Resources and their templates, by URI. */
    RESOURCE("resources", "resource", "resources/read", "resources/subscribe", "notifications/resources/updated"),
    /** Prompts, by name. */
    PROMPT("prompts", "prompt", "prompts/get");

    private final String plural;
    private final String singular;
    private final Set<String> methods;

    FeatureKind(String plural, String singular, String... methods) {
        this.plural = plural;
        this.singular = singular;
        this.methods = Set.of(methods);
    }

    /** Returns whether the params of this method name a feature of this kind. */
    public boolean isReferencedBy(String method) {
        return methods.contains(method);
    }

    /** Returns the plural, as in the configuration: {@code tools}. */
    public String plural() {
        return plural;
    }

    /** Returns the singular, as in messages: {@code tool}. */
    public String singular() {
        return singular;
    }
}
