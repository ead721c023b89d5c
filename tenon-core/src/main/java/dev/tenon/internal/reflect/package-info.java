/** Copies of records with one component changed. For modules of Tenon only. */
@NullMarked
package dev.tenon.internal.reflect;

import org.jspecify.annotations.NullMarked;
