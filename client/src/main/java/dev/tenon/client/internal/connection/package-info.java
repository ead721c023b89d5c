/**
 * Connecting to a server, negotiating the revision, and reconnecting. The transports are in {@code
 * dev.tenon.client.internal.transport}. For the client itself.
 */
package dev.tenon.client.internal.connection;
