/** Connections and sessions, and the initialize handshake. */
@NullMarked
package dev.tenon.server.internal.connection;

import org.jspecify.annotations.NullMarked;
