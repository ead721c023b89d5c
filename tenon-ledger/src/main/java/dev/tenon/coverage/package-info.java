/** Which requirement which test covers. */
@NullMarked
package dev.tenon.coverage;

import org.jspecify.annotations.NullMarked;
