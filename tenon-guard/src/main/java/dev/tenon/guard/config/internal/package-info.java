/** Reading and checking of the configuration file. */
@NullMarked
package dev.tenon.guard.config.internal;

import org.jspecify.annotations.NullMarked;
