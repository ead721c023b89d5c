/** A guard that runs by a configuration file and follows its changes. */
@NullMarked
package dev.tenon.guard.runtime;

import org.jspecify.annotations.NullMarked;
