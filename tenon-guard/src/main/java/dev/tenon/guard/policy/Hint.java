package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says of its behaviour (server features, tools, annotations), with what counts where it says nothing. They are a
 * server's own words: good for sorting the tools of a server that one trusts, no protection against one that lies.
 */
public enum Hint {
    /** It changes nothing. Silence counts as false. */
    READ_ONLY("readOnlyHint", false),
    /** It may destroy. Silence counts as true. */
    DESTRUCTIVE("destructiveHint", true),
    /** A second call changes no more. Silence counts as false. */
    IDEMPOTENT("idempotentHint", false),
    /** It deals with the world outside. Silence counts as true. */
    OPEN_WORLD("openWorldHint", true);

    private final String wireName;
    private final boolean otherwise;

    Hint(String wireName, boolean otherwise) {
        this.wireName = wireName;
        this.otherwise = otherwise;
    }

    /** The name in messages: {@code readOnlyHint}. */
    public String wireName() {
        return wireName;
    }

    /** What a tool's definition says. A tool that changes nothing destroys nothing, whatever else it says. */
    public boolean of(Json definition) {
        Boolean said = said(definition);
        if (this == DESTRUCTIVE && READ_ONLY.of(definition)) {
            return false;
        }
        return said == null ? otherwise : said;
    }

    private @Nullable Boolean said(Json definition) {
        Json annotations = definition.get("annotations");
        Json value = annotations == null ? null : annotations.get(wireName);
        return value == null ? null : value.bool();
    }
}
