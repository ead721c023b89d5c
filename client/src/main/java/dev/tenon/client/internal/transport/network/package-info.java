/** Channels over WebSocket and over HTTP+SSE. Streamable HTTP is in {@code .streamable}. For the client itself. */
@NullMarked
package dev.tenon.client.internal.transport.network;

import org.jspecify.annotations.NullMarked;
