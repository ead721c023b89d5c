/** The embedded HTTP server: Streamable HTTP, the old HTTP+SSE pair, TLS, HTTP/2 and WebSocket, on event loops. */
@NullMarked
package dev.tenon.http.embedded;

import org.jspecify.annotations.NullMarked;
