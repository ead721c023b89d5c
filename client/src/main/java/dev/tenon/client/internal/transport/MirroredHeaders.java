package dev.tenon.client.internal.transport;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP headers that mirror parts of a message under 2026-07-28 (Streamable HTTP, section "Request Headers").
 *
 * @param revision the revision that the body names, or null before one is negotiated and where bodies name none
 * @param target the tool, prompt or resource that the body names, or null
 * @param argumentHeaders headers for arguments of a tool: name to encoded value
 * @param repeatable whether the caller allows the server to execute the request twice
 */
public record MirroredHeaders(
        @Nullable String revision, @Nullable String target, Map<String, String> argumentHeaders, boolean repeatable) {
    /** No mirrored headers. */
    public static final MirroredHeaders NONE = new MirroredHeaders(null, null, Map.of(), false);

    public MirroredHeaders {
        argumentHeaders = Map.copyOf(argumentHeaders);
    }

    /** Returns these headers for a message that may be executed twice or not. */
    public MirroredHeaders withRepeatable(boolean changed) {
        return changed == repeatable ? this : new MirroredHeaders(revision, target, argumentHeaders, changed);
    }
}
