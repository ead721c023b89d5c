/** Who calls the guard, and the credentials it shows to upstream servers. */
@NullMarked
package dev.tenon.guard.credential;

import org.jspecify.annotations.NullMarked;
