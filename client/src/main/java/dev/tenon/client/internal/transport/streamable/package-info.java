/** The Streamable HTTP transport. The older HTTP+SSE transport is in {@code .network}. For the client itself. */
package dev.tenon.client.internal.transport.streamable;
