/**
 * The addresses of servers: commands, HTTP and WebSocket URLs and channels, and the credentials for them. Obtaining
 * OAuth tokens is in {@code dev.tenon.oauth}. For users of the client.
 */
@NullMarked
package dev.tenon.client.endpoint;

import org.jspecify.annotations.NullMarked;
