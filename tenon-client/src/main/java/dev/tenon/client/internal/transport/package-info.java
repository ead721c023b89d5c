/** How messages get to a server, whatever carries them. */
@NullMarked
package dev.tenon.client.internal.transport;

import org.jspecify.annotations.NullMarked;
