/** Connections, their requests and responses, and WebSockets. */
@NullMarked
package dev.tenon.http.embedded.internal.connection;

import org.jspecify.annotations.NullMarked;
