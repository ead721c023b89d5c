/** Tests of a guard whose upstream servers misbehave. */
@NullMarked
package dev.tenon.guard.misbehaving;

import org.jspecify.annotations.NullMarked;
