/** Finding the handler of a method and running it. */
@NullMarked
package dev.tenon.server.internal.dispatch;

import org.jspecify.annotations.NullMarked;
