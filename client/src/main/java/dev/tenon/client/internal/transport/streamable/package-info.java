/** The Streamable HTTP transport. The older HTTP+SSE transport is in {@code .network}. For the client itself. */
@NullMarked
package dev.tenon.client.internal.transport.streamable;

import org.jspecify.annotations.NullMarked;
