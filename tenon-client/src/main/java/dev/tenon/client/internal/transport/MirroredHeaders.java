package dev.tenon.client.internal.transport;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the outside of a message that travels by HTTP in 2026-07-28 (Streamable HTTP, section "Request
 * Headers").
 *
 * @param revision the revision that the body names, or null before one is agreed on and where bodies name none
 * @param target the tool, prompt or resource that the body names, or null
 * @param argumentHeaders headers for the arguments of a tool: name to encoded value
 * @param repeatable whether the caller lets the server carry the request out twice
 */
public record MirroredHeaders(
        @Nullable String revision, @Nullable String target, Map<String, String> argumentHeaders, boolean repeatable) {
    /** Nothing beyond what the link itself knows. */
    public static final MirroredHeaders NONE = new MirroredHeaders(null, null, Map.of(), false);

    public MirroredHeaders {
        argumentHeaders = Map.copyOf(argumentHeaders);
    }

    /** This envelope, of a message that may be carried out twice or not. */
    public MirroredHeaders repeatable(boolean changed) {
        return changed == repeatable ? this : new MirroredHeaders(revision, target, argumentHeaders, changed);
    }
}
