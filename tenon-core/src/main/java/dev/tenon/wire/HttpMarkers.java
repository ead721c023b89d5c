package dev.tenon.wire;

import dev.tenon.jsonrpc.Request;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP headers that say where a message belongs.
 *
 * @param version {@code MCP-Protocol-Version}, or null
 * @param sessionId {@code Mcp-Session-Id}, or null
 * @param mirror compares the headers that mirror the body ({@code Mcp-Method}, {@code Mcp-Name}) with it, and says what
 *     is wrong
 */
public record HttpMarkers(
        @Nullable String version, @Nullable String sessionId, Function<Request, Optional<String>> mirror) {}
