/** The ways to a server: child processes, HTTP, WebSocket. They carry messages and know nothing of their meaning. */
@NullMarked
package dev.tenon.client.internal.link;

import org.jspecify.annotations.NullMarked;
