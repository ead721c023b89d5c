/** The HTTP client of both sides of OAuth. */
@NullMarked
package dev.tenon.oauth.internal;

import org.jspecify.annotations.NullMarked;
