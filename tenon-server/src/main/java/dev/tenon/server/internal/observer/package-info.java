/** Observers of a server. */
@NullMarked
package dev.tenon.server.internal.observer;

import org.jspecify.annotations.NullMarked;
