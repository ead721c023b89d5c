package dev.tenon.client.internal.link;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the outside of a message that travels by HTTP in 2026-07-28 (Streamable HTTP, section "Request Headers").
 *
 * @param revision the revision that the body names, or null before one is agreed on and where bodies name none
 * @param name the tool, prompt or resource that the body names, or null
 * @param params headers for the arguments of a tool: name to encoded value
 * @param repeatable whether the caller lets the server carry the request out twice
 */
public record Envelope(
        @Nullable String revision, @Nullable String name, Map<String, String> params, boolean repeatable) {
    /** Nothing beyond what the link itself knows. */
    public static final Envelope PLAIN = new Envelope(null, null, Map.of(), false);

    public Envelope {
        params = Map.copyOf(params);
    }

    /** This envelope, of a message that may be carried out twice or not. */
    public Envelope repeatable(boolean changed) {
        return changed == repeatable ? this : new Envelope(revision, name, params, changed);
    }
}
