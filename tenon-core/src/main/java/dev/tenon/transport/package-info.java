/**
 * Full-duplex links that carry whole messages as bytes: the {@link dev.tenon.transport.Channel} interface, standard
 * input and output, and a pair in memory.
 *
 * <p>Nothing here looks into a message.
 */
@NullMarked
package dev.tenon.transport;

import org.jspecify.annotations.NullMarked;
