/** Codecs of single types and the registries of methods. Not for use from outside. */
@NullMarked
package dev.tenon.codec.internal;

import org.jspecify.annotations.NullMarked;
