package dev.tenon.codec;

import dev.tenon.jsonrpc.Request;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP headers that decide how a message is handled.
 *
 * @param protocolVersion {@code MCP-Protocol-Version}, or null
 * @param sessionId {@code Mcp-Session-Id}, or null
 * @param headerCheck compares the headers that mirror the body ({@code Mcp-Method}, {@code Mcp-Name}) with it and
 *     describes the first mismatch
 */
public record ProtocolHeaders(
        @Nullable String protocolVersion,
        @Nullable String sessionId,
        Function<Request, Optional<String>> headerCheck) {}
