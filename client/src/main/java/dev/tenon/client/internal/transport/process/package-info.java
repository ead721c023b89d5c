/**
 * Servers that the client starts as child processes. The stdio channel itself is in {@code dev.tenon.transport}. For
 * the client itself.
 */
@NullMarked
package dev.tenon.client.internal.transport.process;

import org.jspecify.annotations.NullMarked;
