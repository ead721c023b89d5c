package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;

/**
 * The response to a {@link RawCall}.
 *
 * @param codec the codec of the connection on which the response arrived
 * @param result the result as received; it is valid for the method, or requests input where the method allows that
 *     (2026-07-28)
 */
public record RawResponse(ProtocolCodec codec, Json result) {}
