/** The handlers of the methods of the protocol. */
@NullMarked
package dev.tenon.server.internal.feature;

import org.jspecify.annotations.NullMarked;
