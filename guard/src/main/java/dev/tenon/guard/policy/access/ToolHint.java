package dev.tenon.guard.policy.access;

import dev.tenon.json.Json;

/**
 * The hints about its behaviour that a tool declares in its annotations (MCP specification, server features, tools),
 * with their default values. They are claims of the server: useful to classify the tools of a trusted server, no
 * protection against a malicious one.
 */
public enum ToolHint {
    /** The tool changes nothing. Default: false. */
    READ_ONLY("readOnlyHint", false),
    /** The tool may perform destructive updates. Default: true. */
    DESTRUCTIVE("destructiveHint", true),
    /** A second call with the same arguments has no further effect. Default: false. */
    IDEMPOTENT("idempotentHint", false),
    /** The tool interacts with external entities. Default: true. */
    OPEN_WORLD("openWorldHint", true);

    private final String wireName;
    private final boolean defaultValue;

    ToolHint(String wireName, boolean defaultValue) {
        this.wireName = wireName;
        this.defaultValue = defaultValue;
    }

    /** Returns the name in messages: {@code readOnlyHint}. */
    public String wireName() {
        return wireName;
    }

    /**
     * Returns the value in a definition, or the default. A read-only tool is never destructive, whatever it declares.
     */
    public boolean valueIn(Json definition) {
        if (this == DESTRUCTIVE && READ_ONLY.valueIn(definition)) {
            return false;
        }
        Json annotations = definition.get("annotations");
        Json value = annotations == null ? null : annotations.get(wireName);
        Boolean declared = value == null ? null : value.bool();
        return declared == null ? defaultValue : declared;
    }
}
