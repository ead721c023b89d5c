/**
 * The embedded HTTP server: Streamable HTTP, HTTP+SSE, TLS, HTTP/2 and WebSocket, on event loops. The MCP server itself
 * is in {@code dev.tenon.server}, the integration with servlet containers in {@code dev.tenon.servlet}. For users of
 * the library.
 */
@NullMarked
package dev.tenon.http.embedded;

import org.jspecify.annotations.NullMarked;
