/** Validation of model values. The values themselves are in {@code dev.tenon.model}. For the modules of Tenon only. */
package dev.tenon.model.internal;
