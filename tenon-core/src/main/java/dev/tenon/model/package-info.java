/**
 * The Model Context Protocol as Java types: the shape of the newest revision, and what older ones have besides.
 *
 * <p>Everything here is an immutable value. Required parts are the arguments of a static factory; optional parts are
 * added with {@code with...} methods, each of which returns a changed copy. An absent text, number or record is
 * {@code null} (marked {@link org.jspecify.annotations.Nullable}); an absent list or map is empty. A value that the
 * specification does not allow cannot be built: constructors throw {@link java.lang.IllegalArgumentException} with a
 * message that says what to do. Open values are {@link dev.tenon.json.Json}. How a revision writes these types is the
 * business of {@code dev.tenon.wire}.
 */
@NullMarked
package dev.tenon.model;

import org.jspecify.annotations.NullMarked;
