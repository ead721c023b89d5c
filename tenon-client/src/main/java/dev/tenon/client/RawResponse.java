package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;

/**
 * The answer to a {@link RawCall}.
 *
 * @param codec the wire it came on
 * @param result as it came; it fits the method, or asks for input where the method lets it (2026-07-28)
 */
public record RawResponse(ProtocolCodec codec, Json result) {}
