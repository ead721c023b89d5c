package dev.tenon.guard.policy.access;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says of its behaviour (server features, tools, annotations), with what counts where it says nothing. They
 * are a server's own words: good for sorting the tools of a server that one trusts, no protection against one that
 * lies.
 */
public enum ToolHint {
    /** It changes nothing. Silence counts as false. */
    READ_ONLY("readOnlyHint", false),
    /** It may destroy. Silence counts as true. */
    DESTRUCTIVE("destructiveHint", true),
    /** A second call changes no more. Silence counts as false. */
    IDEMPOTENT("idempotentHint", false),
    /** It deals with the world outside. Silence counts as true. */
    OPEN_WORLD("openWorldHint", true);

    private final String wireName;
    private final boolean defaultValue;

    ToolHint(String wireName, boolean otherwise) {
        this.wireName = wireName;
        this.defaultValue = otherwise;
    }

    /** The name in messages: {@code readOnlyHint}. */
    public String wireName() {
        return wireName;
    }

    /** What a tool's definition says. A tool that changes nothing destroys nothing, whatever else it says. */
    public boolean valueIn(Json definition) {
        Boolean said = declaredValue(definition);
        if (this == DESTRUCTIVE && READ_ONLY.valueIn(definition)) {
            return false;
        }
        return said == null ? defaultValue : said;
    }

    private @Nullable Boolean declaredValue(Json definition) {
        Json annotations = definition.get("annotations");
        Json value = annotations == null ? null : annotations.get(wireName);
        return value == null ? null : value.bool();
    }
}
