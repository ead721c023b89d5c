/** Channels over WebSocket and over HTTP+SSE. Streamable HTTP is in {@code .streamable}. For the client itself. */
package dev.tenon.client.internal.transport.network;
