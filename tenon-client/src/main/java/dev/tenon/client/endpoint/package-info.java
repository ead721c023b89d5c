/** Where a server is: a command, a URL, a WebSocket; and the credentials for it. */
@NullMarked
package dev.tenon.client.endpoint;

import org.jspecify.annotations.NullMarked;
