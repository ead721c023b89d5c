/** Checks of the values of the model. For modules of Tenon only. */
@NullMarked
package dev.tenon.model.internal;

import org.jspecify.annotations.NullMarked;
