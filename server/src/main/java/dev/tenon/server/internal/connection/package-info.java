/**
 * Connections, sessions and the {@code initialize} handshake, independent of the transport. HTTP is in
 * {@code internal.http}, the dispatch of requests in {@code internal.dispatch}. For maintainers only.
 */
package dev.tenon.server.internal.connection;
