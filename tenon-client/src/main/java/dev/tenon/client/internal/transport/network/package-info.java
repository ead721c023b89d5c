/** Channels over WebSocket and over HTTP+SSE. */
@NullMarked
package dev.tenon.client.internal.transport.network;

import org.jspecify.annotations.NullMarked;
