/**
 * Bounded buffers for messages that arrive in parts, and the memory budget that they share. Queues of complete messages
 * are in {@code dev.tenon.transport}. For the modules of Tenon only.
 */
package dev.tenon.internal.buffer;
