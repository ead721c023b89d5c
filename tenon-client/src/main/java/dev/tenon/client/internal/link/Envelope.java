package dev.tenon.client.internal.link;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the outside of a message that travels by HTTP in 2026-07-28 (Streamable HTTP, section "Request Headers").
 *
 * @param revision the revision that the body names, or null before one is agreed on and where bodies name none
 * @param name the tool, prompt or resource that the body names, or null
 * @param params headers for the arguments of a tool: name to encoded value
 */
public record Envelope(@Nullable String revision, @Nullable String name, Map<String, String> params) {
    /** Nothing beyond what the link itself knows. */
    public static final Envelope PLAIN = new Envelope(null, null, Map.of());

    public Envelope {
        params = Map.copyOf(params);
    }
}
