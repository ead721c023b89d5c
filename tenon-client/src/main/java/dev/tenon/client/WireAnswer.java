package dev.tenon.client;

import dev.tenon.json.Json;
import dev.tenon.wire.Wire;

/**
 * The answer to a {@link WireCall}.
 *
 * @param wire the wire it came on
 * @param result as it came; it fits the method, or asks for input where the method lets it (2026-07-28)
 */
public record WireAnswer(Wire wire, Json result) {}
