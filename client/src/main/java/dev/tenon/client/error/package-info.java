/**
 * The exceptions that the client throws. Errors that a server handler throws are in {@code dev.tenon.server}. For users
 * of the client.
 */
@NullMarked
package dev.tenon.client.error;

import org.jspecify.annotations.NullMarked;
