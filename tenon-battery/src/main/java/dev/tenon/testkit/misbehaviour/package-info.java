/** Servers that misbehave. */
@NullMarked
package dev.tenon.testkit.misbehaviour;

import org.jspecify.annotations.NullMarked;
