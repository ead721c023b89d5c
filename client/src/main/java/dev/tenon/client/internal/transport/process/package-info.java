/**
 * Servers that the client starts as child processes. The stdio channel itself is in {@code dev.tenon.transport}. For
 * the client itself.
 */
package dev.tenon.client.internal.transport.process;
